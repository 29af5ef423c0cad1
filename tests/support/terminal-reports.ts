import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'

/** What a terminal says of itself that is well and has a printer, or none (`off`). */
export const reportWith = (printer: 'ready' | 'off'): TerminalReport => ({
  printer: { state: printer, problem: 'none', unknown: 0 },
  readers: [],
  waiting: 0,
  oldestSeconds: null,
  refused: 0,
  storageProblem: '',
  clockBehind: 0,
})

import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'

/** The report of a healthy terminal with a printer, or without one (`off`). */
export const reportWith = (printer: 'ready' | 'off'): TerminalReport => ({
  printer: { state: printer, problem: 'none', unknown: 0 },
  readers: [],
  waiting: 0,
  oldestSeconds: null,
  refused: 0,
  storageProblem: '',
  clockBehind: 0,
})

import { type Clock, every } from '#main/core/clocks/clock.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { ConnectionState, DevicesState } from '#shared/ipc/contract.ts'

const REPORT_EVERY = 20_000

export interface HealthReportDeps {
  clock: Clock
  connection(): ConnectionState
  devices(): DevicesState
  /** Time of the oldest unsent entry; null if none. */
  oldestWaiting(): number | null
  /** What became of the last update. */
  update(): TerminalReport['update']
  /** Sends the report; null while nobody is signed in. */
  send(report: TerminalReport): Promise<unknown> | null
}

/** Reports the terminal's health periodically while the server is reachable; returns a function that stops it. */
export const keepReporting = (deps: HealthReportDeps): (() => void) =>
  every(deps.clock, REPORT_EVERY, () => (deps.connection().online ? deps.send(reportOf(deps)) : null))

function reportOf({ clock, connection, devices, oldestWaiting, update }: HealthReportDeps): TerminalReport {
  const { waiting, refused, storageProblem, clockBehind } = connection()
  const { printer, readers } = devices()
  const oldest = oldestWaiting()
  return {
    printer: { state: printer.state, problem: printer.problem, unknown: printer.unknown },
    readers: readers.slice(0, 16).map(({ state }) => state),
    waiting,
    // At least 0, because the clock may have been set back.
    oldestSeconds: oldest === null ? null : Math.max(0, Math.round((clock.now() - oldest) / 1000)),
    refused,
    storageProblem: storageProblem?.code.slice(0, 60) ?? '',
    clockBehind,
    update: update(),
  }
}

import { type Clock, every } from '#main/core/clock.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { ConnectionState, DevicesState } from '#shared/ipc/contract.ts'

const REPORT_EVERY = 20_000

export interface HealthReportDeps {
  clock: Clock
  connection(): ConnectionState
  devices(): DevicesState
  /** When the oldest of what waits began; null: nothing waits. */
  oldestWaiting(): number | null
  /** Tells the server; null while nobody is signed in. */
  send(report: TerminalReport): Promise<unknown> | null
}

/** Tells the server again and again how this terminal is, while it can be reached; answers how to end it. */
export const keepReporting = (deps: HealthReportDeps): (() => void) =>
  every(deps.clock, REPORT_EVERY, () => (deps.connection().online ? deps.send(reportOf(deps)) : null))

function reportOf({ clock, connection, devices, oldestWaiting }: HealthReportDeps): TerminalReport {
  const { waiting, refused, storageProblem, clockBehind } = connection()
  const { printer, readers } = devices()
  const oldest = oldestWaiting()
  return {
    printer: { state: printer.state, problem: printer.problem, unknown: printer.unknown },
    readers: readers.slice(0, 16).map(({ state }) => state),
    waiting,
    // A clock that was set back meanwhile makes nothing younger than now.
    oldestSeconds: oldest === null ? null : Math.max(0, Math.round((clock.now() - oldest) / 1000)),
    refused,
    storageProblem: storageProblem?.code.slice(0, 60) ?? '',
    clockBehind,
  }
}

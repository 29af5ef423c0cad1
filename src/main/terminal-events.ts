import type { Push } from '#main/features/connection/index.ts'
import type { PrinterJob } from '#main/features/printer/index.ts'
import type { AppError } from '#shared/core/errors.ts'
import type { StartOutcome, TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** Everything that one part of the terminal tells the others. */
export interface TerminalEvents {
  /** The server was reached or lost. */
  connectionChanged: undefined
  /** The computer's clock is another way off than before. */
  clockChanged: undefined
  /** A call got no answer. */
  serverDoubted: undefined
  /** The server pushed something. */
  pushed: Push
  /** The server answered to the present token. */
  tokenConfirmed: undefined
  tokenRefused: string
  /** The server does not know this terminal: it forgot, or registering has failed. */
  terminalUnknown: undefined
  sessionChanged: TerminalSession | null
  settingsChanged: { before: TerminalSettings; now: TerminalSettings }
  snapshotChanged: undefined
  /** With whom this terminal works together, or what the others drive. */
  hubChanged: undefined
  /** What is waiting or refused has changed. */
  outboxChanged: undefined
  /** Somebody waits in line at this counter, or no longer. */
  lineChanged: undefined
  /** The drawer of this counter, or what the server says of it, has changed. */
  shiftChanged: undefined
  started: StartOutcome['state']
  /** Something became of a job of the printer. */
  printed: PrinterJob
  devicesChanged: undefined
  scanned: Scan
  /** So many swipes of a reader that is being learnt told nothing yet. */
  learnSwiped: number
  /** The data file can be used again, or no longer. */
  storageChanged: AppError | null
}

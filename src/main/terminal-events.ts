import type { Push } from '#main/features/connection/index.ts'
import type { PrinterJob } from '#main/features/printer/index.ts'
import type { AppError } from '#shared/core/errors.ts'
import type { StartOutcome, TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** Events between the parts of the terminal. */
export interface TerminalEvents {
  /** The server was reached or lost. */
  connectionChanged: undefined
  /** The difference between the computer's clock and the venue clock has changed. */
  clockChanged: undefined
  /** A call got no answer, so the connection has to be checked. */
  serverDoubted: undefined
  /** The server pushed something. */
  pushed: Push
  /** The server accepted the current token. */
  tokenConfirmed: undefined
  tokenRefused: string
  /** The server does not know this terminal. */
  terminalUnknown: undefined
  sessionChanged: TerminalSession | null
  settingsChanged: { before: TerminalSettings; now: TerminalSettings }
  snapshotChanged: undefined
  /** The members of the cluster or their runs have changed. */
  clusterChanged: undefined
  /** Waiting or refused starts have changed. */
  outboxChanged: undefined
  /** The offline queue has changed. */
  offlineQueueChanged: undefined
  /** The shift or the drawer of this counter has changed. */
  shiftChanged: undefined
  started: StartOutcome['state']
  /** The state of a print job has changed. */
  printed: PrinterJob
  devicesChanged: undefined
  scanned: Scan
  /** Number of swipes so far that did not identify the format of a reader that is being learnt. */
  learnSwiped: number
  /** The data file cannot be used (the error), or can be used again (null). */
  storageChanged: AppError | null
}

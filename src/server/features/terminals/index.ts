import type { Slice } from '#server/core/slice.ts'
import { terminalsRoutes } from './terminals.routes.ts'

export { type CashierSearch, listCashiers } from './cashiers.repository.ts'
export { countOpenHung } from './hung.repository.ts'
export { expirePrintJobs } from './print-jobs.job.ts'
export { createPrintJob, markPrintedElsewhere, nextCopyNo, withdrawPrintJobs } from './print-jobs.repository.ts'
export { recordRefusal, settleRefusal } from './refusals.repository.ts'
export { findTerminal, type TerminalRow } from './terminals.repository.ts'

/** Counter terminals: registration, snapshot, print jobs, refused starts. */
export const terminals: Slice = (app, deps) => terminalsRoutes(app, deps)

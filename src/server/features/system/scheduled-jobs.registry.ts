import type { Deps } from '#server/core/slice.ts'
import { pruneMessages } from '#server/features/messages/index.ts'
import { pruneSignIns } from '#server/features/sign-in/index.ts'
import { expirePrintJobs } from '#server/features/terminals/index.ts'
import { endDueRuns } from '#server/features/vehicles/index.ts'
import type { JobName } from '#shared/features/system/scheduled-jobs.contract.ts'

/** Does a job's work and answers how many records it touched. It may be run again when it has failed or died midway. */
export type JobWork = (deps: Deps, keepDays: number) => Promise<number>

interface RegisteredJob {
  work: JobWork
  /** How many days are kept where the job's parameter says nothing. */
  keepDays: number
}

/**
 * Everything that can be done by the clock: a schedule names one of these and nothing else. Each is looked up when it runs,
 * because slices import this one, too.
 */
export const jobRegistry: Record<JobName, RegisteredJob> = {
  'runs.end': { work: (deps) => endDueRuns(deps), keepDays: 0 },
  'printJobs.expire': { work: (deps) => expirePrintJobs(deps), keepDays: 0 },
  'tokens.prune': { work: (deps, days) => pruneSignIns(deps, days), keepDays: 7 },
  'messages.prune': { work: (deps, days) => pruneMessages(deps, days), keepDays: 90 },
}

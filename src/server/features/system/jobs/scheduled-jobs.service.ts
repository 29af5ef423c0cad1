import type { Job } from '#server/core/jobs/jobs.ts'
import { nextRun } from '#server/core/jobs/schedule.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import {
  dueJobs,
  finishRun,
  forgetRuns,
  insertRun,
  type JobRow,
  lockJob,
  rescheduled,
  startRun,
} from './scheduled-jobs.repository.ts'

/** How often each copy of the server checks for due schedules. */
export const LOOK_MS = 5000
const KEEP_RUNS_MS = 7 * 86_400_000
const MAX_RESULT_LENGTH = 500

interface RunOrder {
  name: string
  parameter: string
}

/**
 * Queues all due jobs and advances their schedules, in one transaction with the schedules locked, so that only one copy of the
 * server queues a job. Times missed while no server ran are made up for by one run.
 */
export const orderDueJobs = ({ db, clock, jobs, log, registry }: Deps): Promise<void> =>
  db.scoped(EVERY_STORE, async (trx) => {
    const now = clock()
    for (const job of await dueJobs(trx, now)) {
      // A newer version's job may still be in the table.
      const isKnown = registry.jobs.has(job.jobName)
      if (isKnown && job.nextRunAt) await order(jobs, trx, job, now, null)
      if (!isKnown) log.warn({ job: job.jobName }, 'skipped a scheduled job that this version does not have')
      await rescheduled(trx, job.id, nextRun(job.cronExpression, now))
    }
  })

/** Queues a run; each job runs once at a time. Returns whether it was queued. */
async function order(
  jobs: Deps['jobs'],
  trx: Transaction,
  { jobName: name, parameter }: Pick<JobRow, 'parameter' | 'jobName'>,
  now: Date,
  startedBy: string | null,
): Promise<boolean> {
  const id = newId()
  const data: RunOrder = { name, parameter }
  const taken = await jobs.add(trx, 'scheduled', { id, data, key: name })
  if (taken) {
    const cause = startedBy === null ? ('schedule' as const) : ('person' as const)
    await insertRun(trx, { id, jobName: name, cause, startedBy: startedBy ?? '', state: 'queued', queuedAt: now })
  }
  return taken
}

/** Queues a run of a job on a user's request. */
export async function runNow(deps: Deps, trx: Transaction, which: { id?: string; jobName?: string }, by: string) {
  const job = await lockJob(trx, which)
  if (!job || !deps.registry.jobs.has(job.jobName)) throw new AppError('jobs.unknown')
  const taken = await order(deps.jobs, trx, job, deps.clock(), by)
  if (!taken) throw new AppError('jobs.running')
  return job
}

/**
 * Executes runs, and stores beginning, end and result of each, also if it crashes and is retried. pg-boss orders a run again when it
 * took too long or the database was away. If this copy is still at that job, the other attempt waits for it and ends like it.
 */
export function jobWorker(deps: Deps): (run: Job<RunOrder>) => Promise<void> {
  const { db, clock, registry } = deps
  const atWork = new Map<string, Promise<number>>()
  const workOn = ({ name, parameter }: RunOrder): Promise<number> => {
    const job = registry.jobs.get(name)
    if (!job) throw new Error(`this version knows no job ${name}`)
    const work =
      atWork.get(name) ??
      job.work(deps, parameter === '' ? job.keepDays : Number(parameter)).finally(() => atWork.delete(name))
    atWork.set(name, work)
    return work
  }
  return async ({ id, data }) => {
    await db.scoped(EVERY_STORE, (trx) => startRun(trx, id, clock()))
    try {
      const count = await workOn(data)
      await db.scoped(EVERY_STORE, async (trx) => {
        await finishRun(trx, id, 'done', String(count), clock())
        await forgetRuns(trx, data.name, new Date(clock().getTime() - KEEP_RUNS_MS))
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await db.scoped(EVERY_STORE, (trx) => finishRun(trx, id, 'failed', reason.slice(0, MAX_RESULT_LENGTH), clock()))
      throw error
    }
  }
}

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type JobRow = Selectable<Tables['scheduledJob']>

/** Active jobs that are due or have no computed time yet, locked; jobs locked by another copy of the server are skipped. */
export const dueJobs = (trx: Transaction, now: Date): Promise<JobRow[]> =>
  trx
    .selectFrom('scheduledJob')
    .selectAll()
    .where('status', '=', 0)
    .where((job) => job.or([job('nextRunAt', 'is', null), job('nextRunAt', '<=', now)]))
    .forUpdate()
    .skipLocked()
    .execute()

export async function rescheduled(trx: Transaction, id: string, nextRunAt: Date | null): Promise<void> {
  await trx.updateTable('scheduledJob').set({ nextRunAt }).where('id', '=', id).execute()
}

/** Locks a job, by its id or by its name, until the transaction ends. */
export function lockJob(trx: Transaction, which: { id?: string; jobName?: string }): Promise<JobRow | undefined> {
  let query = trx.selectFrom('scheduledJob').selectAll()
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.jobName !== undefined) query = query.where('jobName', '=', which.jobName)
  return query.forUpdate().executeTakeFirst()
}

export async function insertJob(trx: Transaction, row: Insertable<Tables['scheduledJob']>): Promise<void> {
  await trx.insertInto('scheduledJob').values(row).execute()
}

export async function updateJob(trx: Transaction, id: string, set: Updateable<Tables['scheduledJob']>): Promise<void> {
  await trx.updateTable('scheduledJob').set(set).where('id', '=', id).execute()
}

export async function deleteJobs(trx: Transaction, ids: string[]): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('scheduledJob').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertRun(trx: Transaction, row: Insertable<Tables['jobRun']>): Promise<void> {
  await trx.insertInto('jobRun').values(row).execute()
}

/** A retry resets the beginning of the run. */
export async function startRun(trx: Transaction, id: string, now: Date): Promise<void> {
  const begun = { state: 'running', startedAt: now, endedAt: null, result: '' } as const
  await trx.updateTable('jobRun').set(begun).where('id', '=', id).execute()
}

/** Removes old runs of a job, because some jobs run every few seconds. */
export async function forgetRuns(trx: Transaction, jobName: string, before: Date): Promise<void> {
  await trx.deleteFrom('jobRun').where('jobName', '=', jobName).where('queuedAt', '<', before).execute()
}

export async function finishRun(
  trx: Transaction,
  id: string,
  state: 'done' | 'failed',
  result: string,
  now: Date,
): Promise<void> {
  await trx.updateTable('jobRun').set({ state, result, endedAt: now }).where('id', '=', id).execute()
}

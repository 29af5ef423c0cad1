import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type JobRow = Selectable<Tables['sysQuartzJob']>

/** Active jobs whose time has come or was never reckoned, locked; those that another copy holds are its business. */
export const dueJobs = (trx: Transaction, now: Date): Promise<JobRow[]> =>
  trx
    .selectFrom('sysQuartzJob')
    .selectAll()
    .where('status', '=', 0)
    .where((job) => job.or([job('nextRunTime', 'is', null), job('nextRunTime', '<=', now)]))
    .forUpdate()
    .skipLocked()
    .execute()

export async function rescheduled(trx: Transaction, id: string, nextRunTime: Date | null): Promise<void> {
  await trx.updateTable('sysQuartzJob').set({ nextRunTime }).where('id', '=', id).execute()
}

/** Locks a job, by its id or by its name, until the transaction ends. */
export function lockJob(trx: Transaction, which: { id?: string; jobClassName?: string }): Promise<JobRow | undefined> {
  let query = trx.selectFrom('sysQuartzJob').selectAll()
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.jobClassName !== undefined) query = query.where('jobClassName', '=', which.jobClassName)
  return query.forUpdate().executeTakeFirst()
}

export async function insertJob(trx: Transaction, row: Insertable<Tables['sysQuartzJob']>): Promise<void> {
  await trx.insertInto('sysQuartzJob').values(row).execute()
}

export async function updateJob(trx: Transaction, id: string, set: Updateable<Tables['sysQuartzJob']>): Promise<void> {
  await trx.updateTable('sysQuartzJob').set(set).where('id', '=', id).execute()
}

export async function deleteJobs(trx: Transaction, ids: string[]): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('sysQuartzJob').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertRun(trx: Transaction, row: Insertable<Tables['sysQuartzRun']>): Promise<void> {
  await trx.insertInto('sysQuartzRun').values(row).execute()
}

/** A second attempt begins anew. */
export async function startRun(trx: Transaction, id: string, now: Date): Promise<void> {
  const begun = { state: 'running', startedAt: now, endedAt: null, result: '' } as const
  await trx.updateTable('sysQuartzRun').set(begun).where('id', '=', id).execute()
}

/** Forgets a job's runs of long ago: some jobs run every few seconds. */
export async function forgetRuns(trx: Transaction, jobClassName: string, before: Date): Promise<void> {
  await trx.deleteFrom('sysQuartzRun').where('jobClassName', '=', jobClassName).where('queuedAt', '<', before).execute()
}

export async function finishRun(
  trx: Transaction,
  id: string,
  state: 'done' | 'failed',
  result: string,
  now: Date,
): Promise<void> {
  await trx.updateTable('sysQuartzRun').set({ state, result, endedAt: now }).where('id', '=', id).execute()
}

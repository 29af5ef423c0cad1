import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { withdrawPapers } from '#server/features/printing/index.ts'
import { endRun } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { releaseHolds } from './holds.repository.ts'
import { requirePayLaterOf } from './pay-later.repository.ts'
import { type PlayRow, playRecordList } from './play-records.repository.ts'

/**
 * Cancels pending rides, all or none. They stay in the list as CANCELLED; their holds, runs and vehicles are released. Deletions have no
 * idempotency key, so rides that the same user has already cancelled count as done. Throws `common.recordNotFound`, `sessions.settled` or
 * `sessions.notPending`.
 */
export async function cancelPlays(deps: Deps, ctx: CallContext, trx: Transaction, ids: string[]): Promise<null> {
  const now = deps.clock()
  const playIds = [...new Set(ids.map((id) => id.toLowerCase()))]
  // Rides that data rules hide cannot be cancelled.
  const rules = await dataRules(trx, ctx.user, playRecordList, now)
  const found = await trx
    .selectFrom('playRecord as t')
    .selectAll()
    .where('id', 'in', playIds)
    .where(sql<boolean>`${sql.join([sql`true`, ...rules], sql` and `)}`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (found.length < playIds.length) throw new AppError('common.recordNotFound')
  await requirePayLaterOf(trx, found)
  const plays = found.filter((play) => play.state !== 'CANCELLED' || play.settledBy !== ctx.user.id)
  for (const play of plays) refuseSettled(play)
  if (plays.length === 0) {
    ctx.doneBefore()
    return null
  }
  const pendingIds = plays.map(({ id }) => id)
  await endRuns(trx, pendingIds, now, ctx.user.realname)
  await releaseHolds(trx, pendingIds, now)
  const byStore = Map.groupBy(plays, ({ orgCode }) => orgCode)
  for (const [orgCode, own] of byStore) {
    const rideIds = own.map(({ id }) => id)
    await withdrawPapers(trx, rideIds, orgCode, now)
  }
  await trx
    .updateTable('queueEntry')
    .set({ state: 'CANCELLED' })
    .where('playId', 'in', pendingIds)
    .where('state', '<>', 'DONE')
    .execute()
  await trx
    .updateTable('playRecord')
    .set({ state: 'CANCELLED', settledAt: now, settledBy: ctx.user.id })
    .where('id', 'in', pendingIds)
    .execute()
  for (const { id, state } of plays) ctx.touched({ id, before: { state }, after: { state: 'CANCELLED' } })
  ctx.afterCommit(async () => {
    for (const orgCode of byStore.keys()) {
      await deps.realtime.publish({ topic: 'playRecords', orgCode })
      await deps.realtime.publish({ topic: 'vehicles', orgCode })
    }
  })
  return null
}

function refuseSettled({ id, state }: PlayRow): void {
  if (state === 'CONSUMED' || state === 'RECHARGED') throw new AppError('sessions.settled', { id })
  if (state !== 'PENDING') throw new AppError('sessions.notPending', { id })
}

async function endRuns(trx: Transaction, playIds: string[], now: Date, stoppedBy: string): Promise<void> {
  const running = trx.selectFrom('run').where('playId', 'in', playIds).where('state', '=', 'RUNNING')
  const vehicles = await running.select('vehicleId').execute()
  if (vehicles.length === 0) return
  // Lock order: vehicles first, as in a start or finish.
  await trx
    .selectFrom('vehicle')
    .select('id')
    .where(
      'id',
      'in',
      vehicles.map(({ vehicleId }) => vehicleId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const run of await running.selectAll().execute()) {
    const isOver = run.endsAt !== null && run.endsAt < now
    await (isOver ? endRun(trx, run, run.endsAt ?? now, 'time') : endRun(trx, run, now, 'cancelled', stoppedBy))
  }
}

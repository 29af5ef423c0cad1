import { sql } from 'kysely'
import { isManager } from '#server/core/auth/signed-in.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { requireListedRecharge } from '#server/features/recharge/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import type { LinkInput } from '#shared/features/sessions/play-record-edits.schema.ts'
import { requirePayLaterOf } from './pay-later.repository.ts'
import { lockListedPlay } from './play-records.repository.ts'

const FIELD = { field: 'reid' } as const

/**
 * Links a trial to a later paid recharge, so that it belongs to that member; nothing is charged. A repeated call has no effect. Throws
 * `sessions.recharge*`, `sessions.notTrial` and similar.
 */
export async function linkPlay(deps: Deps, ctx: CallContext, trx: Transaction, { id, reid }: LinkInput): Promise<null> {
  if (reid === '') throw new AppError('sessions.rechargeRequired', FIELD)
  // Lock order: the recharge before the ride, as in a refund.
  const order = isUuid(reid) ? await lockRecharge(trx, reid) : undefined
  if (order) await requireListedRecharge(trx, ctx.user, order.id, deps.clock())
  const play = await lockListedPlay(trx, ctx.user, id, deps.clock())
  await requirePayLaterOf(trx, [play])
  if (order && play.rechargeId === order.id && play.settledBy === ctx.user.id) {
    ctx.doneBefore()
    return null
  }
  if (play.state === 'CONSUMED' || play.state === 'RECHARGED') throw new AppError('sessions.alreadySettled')
  const isOpen = play.state === 'PENDING' || (play.state === 'ESCAPED' && isManager(ctx.user))
  if (!isOpen) throw new AppError('sessions.notPending')
  if (play.memberId !== null) throw new AppError('sessions.notTrial')
  if (order?.orgCode !== play.orgCode) throw new AppError('sessions.rechargeNotFound', FIELD)
  if (order.state !== 'paid' || order.refunded > 0 || !order.paidAt) {
    throw new AppError('sessions.rechargeNotPaid', FIELD)
  }
  if (order.paidAt < play.createdAt) throw new AppError('sessions.rechargeBefore', FIELD)
  await requireUnlinked(trx, order)
  const link = { rechargeId: order.id, memberId: await currentOwner(trx, order), state: 'RECHARGED' as const }
  await trx
    .updateTable('playRecord')
    .set({ ...link, settledAt: deps.clock(), settledBy: ctx.user.id })
    .where('id', '=', play.id)
    .where('orgCode', '=', play.orgCode)
    .execute()
  ctx.touched({ id: play.id, before: { state: play.state, rechargeId: null, memberId: null }, after: link })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode: play.orgCode }))
  return null
}

/** Locks a recharge against refunds and other links. */
const lockRecharge = (trx: Transaction, id: string) =>
  trx
    .selectFrom('rechargeOrder')
    .select(['id', 'orgCode', 'state', 'refunded', 'paidAt', 'memberId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The current member of an order, locked against concurrent merges. */
async function currentOwner(
  trx: Transaction,
  { orgCode, memberId }: { orgCode: string; memberId: string | null },
): Promise<string | null> {
  if (memberId === null) return null
  const { rows } = await sql<{ id: string }>`select lock_current_member(${memberId}, ${orgCode}) as id`.execute(trx)
  return rows[0]?.id ?? memberId
}

async function requireUnlinked(trx: Transaction, { id, orgCode }: { id: string; orgCode: string }): Promise<void> {
  const other = await trx
    .selectFrom('playRecord')
    .select('ticketNo')
    .where('rechargeId', '=', id)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  if (other) throw new AppError('sessions.rechargeLinked', { ...FIELD, ticket: other.ticketNo })
}

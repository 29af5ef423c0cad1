import { type Selectable, sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { MAX_KIOSK_PEOPLE } from '#shared/features/kiosks/kiosk.schema.ts'

export type KioskRow = Selectable<Tables['kiosk']>

/** Minimum interval between updates of `seenAt`. */
const SEEN_INTERVAL_MS = 20_000

/** The calling kiosk. Throws `auth.tokenInvalid` if it was removed. */
export async function currentKiosk(trx: Transaction, { user }: Pick<CallContext, 'user'>): Promise<KioskRow> {
  const row = await trx.selectFrom('kiosk').selectAll().where('id', '=', user.id).executeTakeFirst()
  if (!row) throw new AppError('auth.tokenInvalid')
  return row
}

/** Records from time to time that a kiosk is online. */
export async function recordSeen(trx: Transaction, { id, orgCode, seenAt }: KioskRow, now: Date): Promise<void> {
  if (seenAt && now.getTime() - seenAt.getTime() < SEEN_INTERVAL_MS) return
  await trx.updateTable('kiosk').set({ seenAt: now }).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}

/** Seats of the largest vehicle of a store that is ready. */
export async function maxSeats(trx: Transaction, orgCode: string): Promise<number> {
  const { rows } = await sql<{ seats: number | null }>`
    select max(seats)::int as seats from vehicle where org_code = ${orgCode} and condition = 'ready'`.execute(trx)
  return Math.min(MAX_KIOSK_PEOPLE, Math.max(1, rows[0]?.seats ?? 1))
}

/** An order of this kiosk by id. Throws `common.recordNotFound`, also for orders of other kiosks. */
export async function findKioskOrder(trx: Transaction, { id: kioskId, orgCode }: KioskRow, orderId: string) {
  const order = await trx
    .selectFrom('consumeOrder')
    .select(['id', 'state', 'payMode', 'amount'])
    .where('id', '=', orderId)
    .where('operatorId', '=', kioskId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  if (!order) throw new AppError('common.recordNotFound', { field: 'id' })
  return order
}

/** A recharge of this kiosk by id; undefined where there is none. */
export const findKioskRecharge = (trx: Transaction, { id: kioskId, orgCode }: KioskRow, orderId: string) =>
  trx
    .selectFrom('rechargeOrder')
    .select(['state', 'amount'])
    .where('id', '=', orderId)
    .where('operatorId', '=', kioskId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()

/** The member with an active card at one store; lost and replaced cards have none. */
export const findCardHolder = (trx: Transaction, orgCode: string, card: string) =>
  trx
    .selectFrom('member as held')
    .innerJoin('member as current', (join) =>
      join
        .onRef('current.orgCode', '=', 'held.orgCode')
        .on('current.id', '=', sql<string>`coalesce(held.merged_into, held.id)`),
    )
    .innerJoin('memberCard as entry', (join) =>
      join
        .onRef('entry.orgCode', '=', 'held.orgCode')
        .onRef('entry.card', '=', 'held.physicalCard')
        .on('entry.state', '=', 'active'),
    )
    .selectAll('current')
    .where('held.physicalCard', '=', card)
    .where('held.orgCode', '=', orgCode)
    .executeTakeFirst()

import { sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { RECORDS_PER_PAGE } from '#shared/features/member-page/member-home.contract.ts'

/** A member with the numbers that were merged into it. */
export interface OwnNumbers {
  orgCode: string
  ids: string[]
}

/** The numbers of a call's member. */
export async function ownNumbers(trx: Transaction, ctx: Pick<CallContext, 'memberId' | 'user'>): Promise<OwnNumbers> {
  const { orgCode } = ctx.user
  const merged = await trx
    .selectFrom('member')
    .select('id')
    .where('mergedInto', '=', ctx.memberId)
    .where('orgCode', '=', orgCode)
    .execute()
  return { orgCode, ids: [ctx.memberId, ...merged.map(({ id }) => id)] }
}

/**
 * A page of rows whose query ends before its order, with the number of all rows. Queries name `is not null` where the index of members
 * is partial: PostgreSQL does not derive it from a parameter.
 */
async function page<R>(
  rows: (limit: number, offset: number) => Promise<{ rows: (R & { total: number })[] }>,
  pageNo: number,
): Promise<Page<R>> {
  const { rows: found } = await rows(RECORDS_PER_PAGE, (pageNo - 1) * RECORDS_PER_PAGE)
  return toPage<R>(found, found[0]?.total ?? 0, pageNo, RECORDS_PER_PAGE)
}

interface RideRow {
  id: string
  createdAt: Date
  ticketNo: string
  ruleName: string
  vehicleName: string
  racer: string
  state: string
  hasRun: boolean
  bestMs: number | null
}

export const ownRides = (trx: Transaction, { orgCode, ids }: OwnNumbers, pageNo: number): Promise<Page<RideRow>> =>
  page(
    (limit, offset) =>
      sql<RideRow & { total: number }>`
        select p.id, p.created_at, p.ticket_no, p.rule_name, p.vehicle_name, p.racer, p.state, p.run_id is not null as has_run,
            (select min(l.ms) from run g join lap l on l.run_id = g.id and l.org_code = g.org_code
              where g.play_id = p.id and g.org_code = p.org_code)::int as best_ms,
            count(*) over ()::int as total
          from play_record p where p.member_id = any(${ids}) and p.member_id is not null and p.org_code = ${orgCode}
          order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`.execute(trx),
    pageNo,
  )

interface OrderRow {
  id: string
  createdAt: Date
  ruleName: string
  amount: number
  paidIntegral: number
  paidLaps: number
  paidVisits: number
  paidCoins: number
  refunded: number
  state: 'nopay' | 'paid' | 'closed' | 'refunding' | 'refunded'
}

export const ownOrders = (trx: Transaction, { orgCode, ids }: OwnNumbers, pageNo: number): Promise<Page<OrderRow>> =>
  page(
    (limit, offset) =>
      sql<OrderRow & { total: number }>`
        select o.id, o.created_at, coalesce(r.name, o.rule_name) as rule_name, o.amount, o.paid_integral, o.paid_laps, o.paid_visits,
            o.paid_coins, o.refunded, o.state, count(*) over ()::int as total
          from consume_order o left join consume_rule r on r.id = o.rule_id and r.org_code = o.org_code
          where o.member_id = any(${ids}) and o.member_id is not null and o.org_code = ${orgCode}
          order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(trx),
    pageNo,
  )

interface RechargeRow {
  id: string
  createdAt: Date
  ruleName: string
  amount: number
  balance: number
  give: number
  refunded: number
  state: OrderRow['state']
}

export const ownRecharges = (
  trx: Transaction,
  { orgCode, ids }: OwnNumbers,
  pageNo: number,
): Promise<Page<RechargeRow>> =>
  page(
    (limit, offset) =>
      sql<RechargeRow & { total: number }>`
        select r.id, r.created_at, r.rule_name, r.amount, r.balance, r.give, r.refunded, r.state, count(*) over ()::int as total
          from recharge_order r where r.member_id = any(${ids}) and r.org_code = ${orgCode}
          order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(trx),
    pageNo,
  )

interface ThingRow {
  id: string
  name: string
  pieces: number
  place: string
  createdAt: Date
  freeUntil: Date | null
  hourFee: number
  due: number
}

/** Things of a member in the cloakroom, with the fee that is due now. */
export async function ownThings(trx: Transaction, { orgCode, ids }: OwnNumbers, now: Date): Promise<ThingRow[]> {
  const { rows } = await sql<ThingRow>`
    select i.id, i.name, i.pieces, coalesce(p.name, '') as place, i.created_at, i.free_until, i.hour_fee, (cloakroom_due(i, ${now})).due
      from cloakroom_item i left join cloakroom_place p on p.id = i.place_id and p.org_code = i.org_code
      where i.member_id = any(${ids}) and i.org_code = ${orgCode} and i.state in ('saved', 'toBeCollected')
      order by i.created_at limit 200`.execute(trx)
  return rows
}

/** Gifts of paid orders that a member can collect. */
export const ownGifts = (trx: Transaction, { orgCode, ids }: OwnNumbers) =>
  trx
    .selectFrom('orderGift')
    .select(['id', 'giftName', 'pieces', 'createdAt'])
    .where('memberId', 'in', ids)
    .where('orgCode', '=', orgCode)
    .where('state', '=', 'notGifted')
    .orderBy('createdAt')
    .limit(200)
    .execute()

/** Bookings of a member that are still awaited. */
export async function countAwaitedBookings(trx: Transaction, { orgCode, ids }: OwnNumbers, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('reservation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('memberId', 'in', ids)
    .where('orgCode', '=', orgCode)
    .where('state', 'in', ['WAITING', 'CONFIRMED'])
    .where('endsAt', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

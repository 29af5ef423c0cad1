import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { FigureGroup } from '#shared/features/statistics/statistics.contract.ts'

export interface Counted {
  revenue: number
  recharges: number
  refunded: number
  deposit: number
  consumption: number
  orders: number
  discount: number
  couponOff: number
}

/** The dimensions of a ledger entry or order, computed independently of the SQL functions under test. */
const lineKeys: Partial<Record<FigureGroup, string>> = {
  day: 'l.business_day::text',
  store: 'l.org_code',
  cashier: "coalesce(l.cashier_id::text, l.operator_id::text, '')",
  type: "coalesce(case when l.of_goods then 'PRODUCT' end, (select consume_type from consume_order where id = o.id), (select case kind when 'card' then 'CARD' else 'RECHARGE' end from recharge_order where id = o.id), case when l.cause_kind in ('bookDeposit', 'bookReturn', 'bookKept') then 'BOOKING' end, '')",
  rule: "coalesce((select rule_id::text from consume_order where id = o.id and not l.of_goods), (select rule_id::text from recharge_order where id = o.id), '')",
  // A charge is in the hour in which it was paid, with its order.
  hour: `(select case when (t.at at time zone s.time_zone - make_interval(hours => s.day_start_hour))::date <> l.business_day then ''
    else lpad(extract(hour from t.at at time zone s.time_zone)::text, 2, '0') end
    from (select coalesce((select c.paid_at from consume_order c where c.id = l.cause_id), l.created_at) as at) t)`,
}
const orderKeys: Partial<Record<FigureGroup, string>> = {
  day: '(c.paid_at at time zone s.time_zone - make_interval(hours => s.day_start_hour))::date::text',
  store: 'c.org_code',
  cashier: 'coalesce(c.cashier_id, c.operator_id)::text',
  type: 'c.consume_type',
  rule: "coalesce(c.rule_id::text, '')",
  hour: "lpad(extract(hour from c.paid_at at time zone s.time_zone)::text, 2, '0')",
}

/** Ledger entries, those of orders with products in two parts: the products by their lines and refunded lines, and the rest. */
const entriesInParts = sql`
  with goods as (
    select id as cause, goods_give as give, 1 as sign,
        (select coalesce(sum(amount), 0) from order_line where order_id = c.id and kind = 'product') as goods
      from consume_order c where c.goods > 0
    union all
    select f.id, f.goods_give, -1, (select coalesce(sum(amount), 0) from refund_line where refund_id = f.id) from refund_order f where f.goods > 0
  ), entry as (
    -- A clearing entry is consumption where the ride is; the wallet's entry at the member's store is none.
    select seq, org_code, business_day, created_at, cause_kind, cause_id, cashier_id, operator_id, reverses,
        case account when 'clearing' then project else account::text end as account,
        case account when 'clearing' then -delta else delta end as delta
      from ledger_line where other_org_code is null or account = 'clearing'
  ), parts as (
    select l.*, coalesce(case when l.cause_kind in ('consume', 'refund', 'adjust') then
        case l.cause_kind when 'adjust' then -1 else 1 end * g.sign * case l.account when 'cash' then g.goods when 'scan' then g.goods
          when 'balance' then g.give - g.goods when 'give' then -g.give end end, 0) as goods
      from entry l left join goods g on g.cause = l.cause_id
  )
  select seq, org_code, business_day, created_at, account, cause_kind, cause_id, cashier_id, operator_id, reverses, delta - goods as delta, false as of_goods
    from parts where delta <> goods or goods = 0
  union all
  select seq, org_code, business_day, created_at, account, cause_kind, cause_id, cashier_id, operator_id, reverses, goods, true
    from parts where goods <> 0`

/** Totals of every ledger entry and order, as docs/figures.md defines them; zero totals are left out. */
export async function countedFigures(trx: Transaction, by: FigureGroup): Promise<Record<string, Counted>> {
  const { rows } = await sql<Counted & { key: string }>`
    with lines as (
      select ${sql.raw(lineKeys[by] ?? '')} as key, l.account, l.delta, l.cause_kind,
        exists (select from recharge_order r where r.id = o.id) as of_recharge,
        exists (select from consume_order c where c.id = o.id) as of_charge
      from (${entriesInParts}) l join store s on s.org_code = l.org_code
      cross join lateral (select case
        when l.cause_kind in ('refund', 'adjust') then (select b.order_id from refund_order b where b.id = l.cause_id)
        when l.cause_kind = 'depositReturn' then (select g.cause_id from ledger_line g where g.seq = l.reverses)
        else l.cause_id end as id) o
      where l.cause_kind in ('consume', 'recharge', 'refund', 'depositReturn', 'bookDeposit', 'bookReturn', 'bookKept')
        or l.cause_kind = 'adjust' and exists (select from refund_order b where b.id = l.cause_id)
    ), figures as (
      select key, case when account in ('cash', 'scan') then delta when account = 'deposit' then -delta else 0 end as revenue,
        case when account in ('cash', 'scan') and of_recharge then delta else 0 end as recharges,
        case when account in ('cash', 'scan') and cause_kind in ('refund', 'adjust') then -delta else 0 end as refunded,
        case account when 'deposit' then delta else 0 end as deposit,
        case when of_recharge then 0 when account in ('cash', 'scan') then delta when account = 'deposit' then -delta
          when of_charge and account in ('balance', 'give') then -delta when account = 'coupon' then delta else 0 end as consumption,
        0 as orders, 0 as discount, 0 as coupon_off
      from lines
      union all
      select ${sql.raw(orderKeys[by] ?? '')}, 0, 0, 0, 0, 0, 1,
          case when c.consume_type <> 'GROUPCOUPON' and c.coupon_code > '' then 0 else c.discount end,
          case when c.consume_type <> 'GROUPCOUPON' and c.coupon_code > '' then c.discount else 0 end from consume_order c join store s on s.org_code = c.org_code
        where c.paid_at is not null and c.consume_type <> 'TESTCARD'
    )
    select key, sum(revenue)::bigint as revenue, sum(recharges)::bigint as recharges, sum(refunded)::bigint as refunded,
      sum(deposit)::bigint as deposit, sum(consumption)::bigint as consumption, sum(orders)::bigint as orders,
      sum(discount)::bigint as discount, sum(coupon_off)::bigint as coupon_off
    from figures group by key`.execute(trx)
  const counted = rows.map(({ key, orders, ...money }) => {
    const amounts = Object.entries(money).map(([name, fen]) => [name, fromMinor(Number(fen))])
    return [key, { ...Object.fromEntries(amounts), orders: Number(orders) } as Counted] as const
  })
  return Object.fromEntries(counted.filter(([, figure]) => Object.values(figure).some((value) => value !== 0)))
}

const MONEY_OF_CHARGES = new Set(['balance', 'give', 'coupon', 'cash', 'scan', 'deposit'])
const asConsumption = (account: string, delta: number): number =>
  account === 'cash' || account === 'scan' || account === 'coupon' ? delta : -delta

/**
 * The value of charges by the vehicle with which each ride began, in fen, added up entry by entry: each ride has its share of
 * its order's amount. Empty: rides that have not begun.
 */
export async function countedByVehicle(trx: Transaction): Promise<Record<string, number>> {
  const lines = await trx
    .selectFrom('ledgerLine')
    .select(['account', 'project', 'delta', 'causeKind', 'causeId'])
    .where(({ or, eb }) => or([eb('otherOrgCode', 'is', null), eb('account', '=', 'clearing')]))
    .execute()
  const orders = await trx.selectFrom('consumeOrder').select(['id', 'playIds', 'depositReturnId']).execute()
  const refunds = await trx.selectFrom('refundOrder').select(['id', 'orderId', 'orderKind']).execute()
  const recharges = new Set((await trx.selectFrom('rechargeOrder').select('id').execute()).map(({ id }) => id))
  const runs = await trx.selectFrom('run').select(['playId', 'vehicleId']).where('continues', 'is', null).execute()
  const vehicleOf = new Map(runs.map(({ playId, vehicleId }) => [playId, vehicleId]))
  const orderOf = new Map<string, string>(orders.map(({ id }) => [id, id]))
  for (const { id, depositReturnId } of orders) if (depositReturnId) orderOf.set(depositReturnId, id)
  for (const { id, orderId } of refunds) orderOf.set(id, orderId)
  const ridesOf = new Map(orders.map(({ id, playIds }) => [id, playIds]))
  const sums: Record<string, number> = {}
  for (const { account: entered, project, delta: change, causeKind, causeId } of lines) {
    const [account, delta] = entered === 'clearing' ? [project, -change] : [entered, change]
    const order = orderOf.get(causeId) ?? causeId
    const isCharge =
      ['consume', 'refund', 'depositReturn'].includes(causeKind) || (causeKind === 'adjust' && orderOf.has(causeId))
    if (!isCharge || recharges.has(order) || !MONEY_OF_CHARGES.has(account)) continue
    const rides = ridesOf.get(order) ?? []
    const worth = asConsumption(account, delta)
    const shares = rides.length === 0 ? [[undefined, worth] as const] : sharesOf(rides, worth)
    for (const [ride, share] of shares) {
      const vehicle = vehicleOf.get(ride ?? '') ?? ''
      sums[vehicle] = (sums[vehicle] ?? 0) + share
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, fen]) => fen !== 0))
}

/** Equal except for the indivisible fen, which later rides get. */
function sharesOf(rides: readonly string[], worth: number): [ride: string, share: number][] {
  const upTo = (place: number) => Math.trunc((worth * place) / rides.length)
  return rides.map((ride, at) => [ride, upTo(at + 1) - upTo(at)])
}

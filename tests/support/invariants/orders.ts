import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Ledger entries as orders name them: a clearing entry is that of the wallet; the wallet's own entry is of another store. */
const entries = sql`
  select org_code, cause_id, cause_kind, case account when 'clearing' then project else account::text end as account,
      case account when 'clearing' then -delta else delta end as delta
    from ledger_line where other_org_code is null or account = 'clearing'`

/** The ledger sums of each cause, by account: positive is money received, or value taken from a member. */
const sums = (kind: string, sign: -1 | 1) => sql`
  select org_code, cause_id,
      ${sql.raw(
        ['balance', 'give', 'integral', 'laps', 'coins', 'frequency', 'unlimited', 'cash', 'scan', 'coupon', 'deposit']
          .map((account) => {
            const taken = ['cash', 'scan', 'coupon', 'deposit'].includes(account) ? '' : sign < 0 ? '-' : ''
            return `coalesce(sum(${taken}delta) filter (where account = '${account}'), 0)::bigint as ${account}`
          })
          .join(', '),
      )}
    from (${entries}) entry where cause_kind = ${kind} group by org_code, cause_id`

const PAID = sql.raw(`('paid', 'refunding', 'refunded')`)

/** Charges: their price, what they took, and what was returned of them. */
export const chargeInvariants: readonly Invariant[] = [
  {
    name: 'a charge has in the ledger what its order says, and nothing before it is paid',
    broken: sql`
      select o.id, o.state || ' ' || to_jsonb(l) as detail
        from consume_order o left join (${sums('consume', -1)}) l on l.cause_id = o.id and l.org_code = o.org_code
        where case when o.state in ${PAID} then
          (coalesce(l.balance, 0), coalesce(l.give, 0), coalesce(l.integral, 0), coalesce(l.laps, 0), coalesce(l.coins, 0),
            coalesce(l.frequency, 0), coalesce(l.cash, 0), coalesce(l.scan, 0), coalesce(l.coupon, 0), coalesce(l.deposit, 0))
          is distinct from (o.paid_balance, o.paid_give, o.paid_integral, o.paid_laps, o.paid_coins, o.paid_visits,
            case o.pay_mode when 'cash' then order_money(o) + o.deposit else 0 end,
            case o.pay_mode when 'scan' then order_money(o) + o.deposit else 0 end,
            case o.consume_type when 'GROUPCOUPON' then o.amount - o.goods else 0 end, o.deposit)
          else l.cause_id is not null end`,
  },
  {
    name: 'a charge in the ledger has its order',
    broken: sql`
      select l.cause_id as id, l.account as detail from ledger_line l
        where l.cause_kind = 'consume' and not exists (
          select from consume_order o where o.id = l.cause_id
            and o.org_code = case l.account when 'clearing' then l.org_code else coalesce(l.other_org_code, l.org_code) end)`,
  },
  {
    // The record of an unpaid order may be changed afterwards, and so may that of a voided settlement, which is pending again.
    name: 'a charge costs what its records say',
    broken: sql`
      select o.id, concat_ws(' ', o.consume_type, o.amount, o.paid_balance, o.paid_give, p.price, p.times) as detail
        from consume_order o
        join lateral (select sum(p.people) as people, min(p.price) as price, min(p.discount) as discount, min(p.integral) as integral, min(p.coins) as coins, sum(p.laps) as laps,
            min(p.deposit) as deposit, case min(p.price_mode) when 'one' then 1 else sum(p.people) end as times,
            (array_agg(p.consume_id))[1] as consume_id
          from play_record p where p.id = any (o.play_ids) and p.org_code = o.org_code) p on true
        where o.state <> 'closed' and (o.settles = '' or p.consume_id = o.id) and (o.amount - o.goods <> case when o.consume_type in ('BALANCE', 'BALANCEANDINTEGRAL', 'NOCARDCONSUME', 'GIFT') then p.price * p.times
              - case when o.coupon_code <> '' then o.discount - p.discount * p.times else 0 end
            when o.consume_type = 'GROUPCOUPON' then o.amount - o.goods else 0 end
          or o.state in ${PAID} and (
            o.paid_balance + o.paid_give <> case when o.consume_type in ('BALANCE', 'BALANCEANDINTEGRAL', 'GIFT') then o.amount - o.goods else 0 end
              + case o.pay_mode when 'balance' then o.goods else 0 end
            or o.consume_type = 'GIFT' and o.paid_balance <> 0
            or o.paid_integral <> case when o.consume_type in ('INTEGRAL', 'BALANCEANDINTEGRAL') then p.integral * p.times else 0 end
            or o.paid_coins <> case o.consume_type when 'COIN' then p.coins * p.times else 0 end
            or o.paid_laps <> case o.consume_type when 'QUAN' then p.laps else 0 end)
          or o.deposit <> case o.consume_type when 'NOCARDCONSUME' then p.deposit else 0 end)`,
  },
  {
    name: 'a deposit goes back once, by its own cause, in the way it came',
    broken: sql`
      select o.id, to_jsonb(l) as detail
        from consume_order o left join (${sums('depositReturn', 1)}) l on l.cause_id = o.deposit_return_id and l.org_code = o.org_code
        where (o.deposit_returned_at is null) <> (o.deposit_return_id is null) or o.deposit_return_id is not null and
          (l.deposit, l.cash, l.scan) is distinct from (-o.deposit, case o.pay_mode when 'cash' then -o.deposit else 0 end,
            case o.pay_mode when 'scan' then -o.deposit else 0 end)`,
  },
  {
    name: 'the return of a deposit has its order',
    broken: sql`
      select l.cause_id as id, l.account as detail from ledger_line l
        where l.cause_kind = 'depositReturn' and not exists (
          select from consume_order o where o.deposit_return_id = l.cause_id and o.org_code = l.org_code)`,
  },
]

/** Recharges and sold cards. */
export const rechargeInvariants: readonly Invariant[] = [
  {
    name: 'a recharge gives what its order says, with its money, and nothing before it is paid',
    broken: sql`
      select o.id, o.state || ' ' || to_jsonb(l) as detail
        from recharge_order o left join (${sums('recharge', 1)}) l on l.cause_id = o.id and l.org_code = o.org_code
        where case when o.state in ${PAID} then
          (coalesce(l.balance, 0), coalesce(l.give, 0), coalesce(l.integral, 0), coalesce(l.laps, 0), coalesce(l.frequency, 0),
            coalesce(l.unlimited, 0), coalesce(l.cash, 0), coalesce(l.scan, 0))
          is distinct from (o.balance, o.give, o.integral, o.laps, o.frequency, greatest(o.card_plays, 0)::bigint,
            case o.pay_mode when 'cash' then o.amount else 0 end, case o.pay_mode when 'wechat' then o.amount else 0 end)
          else l.cause_id is not null end`,
  },
  {
    name: 'no more is paid back of a recharge than the part of it that is taken: a gift is worth nothing',
    broken: sql`
      select o.id, concat_ws(' ', o.refunded, 'of', o.amount, 'for', b.taken, 'of', o.balance) as detail
        from recharge_order o
        join lateral (select coalesce(-sum(l.delta), 0) as taken from ledger_line l
          where l.cause_id in (select r.id from refund_order r where r.order_id = o.id and r.org_code = o.org_code)
            and l.org_code = o.org_code and l.account = 'balance') b on true
        where o.balance > 0 and b.taken * o.amount < o.refunded * o.balance`,
  },
]

/** Refunds of both. */
export const refundInvariants: readonly Invariant[] = [
  {
    // Rides that cost no money stay paid when only the products beside them were refunded.
    name: 'an order says of its refunds what they come to',
    broken: sql`
      select o.id, concat_ws(' ', o.state, o.refunded, 'of', o.amount, to_jsonb(r)) as detail
        from (
          select 'consume' as kind, id, org_code, state, amount, refunded, goods = amount and play_ids <> '{}' as rides_stay
              from consume_order
          union all select 'recharge', id, org_code, state, amount, refunded, false from recharge_order) o
        left join (
          select order_kind, order_id, org_code, coalesce(sum(amount) filter (where state <> 'refused'), 0) as given,
              count(*) filter (where state = 'refunding') as pending, count(*) filter (where state = 'refunded') as done,
              count(*) filter (where state = 'refunded' and not keeps_rides) as of_rides
            from refund_order group by order_kind, order_id, org_code
        ) r on r.order_kind = o.kind and r.order_id = o.id and r.org_code = o.org_code
        where o.refunded <> coalesce(r.given, 0) or coalesce(r.pending, 0) <> case o.state when 'refunding' then 1 else 0 end
          or (o.state = 'refunded') <> (coalesce(case when o.rides_stay then r.of_rides else r.done end, 0) > 0 and r.pending = 0 and o.refunded = o.amount)
          or o.state in ('nopay', 'closed') and r.order_id is not null`,
  },
  {
    name: 'a refund moves what it says, and one that was refused nothing',
    broken: sql`
      select r.id, concat_ws(' ', r.state, r.pay_way, r.amount, to_jsonb(l), to_jsonb(b)) as detail
        from refund_order r
        left join (${sums('refund', 1)}) l on l.cause_id = r.id and l.org_code = r.org_code
        left join (${sums('adjust', 1)}) b on b.cause_id = r.id and b.org_code = r.org_code
        where (coalesce(l.balance, 0), coalesce(l.give, 0), coalesce(l.integral, 0), coalesce(l.laps, 0), coalesce(l.coins, 0),
            coalesce(l.frequency, 0), coalesce(l.unlimited, 0), coalesce(l.cash, 0), coalesce(l.scan, 0))
          is distinct from (r.balance, r.give, r.integral, r.laps, r.coins, r.frequency, r.unlimited,
            case r.pay_way when 'cash' then r.coupon - r.amount else 0 end,
            case when r.pay_way = 'scan' and r.state = 'refunded' then r.coupon - r.amount else 0 end)
          or r.state = 'refused' and (-r.balance, -r.give, -r.integral, -r.laps, -r.coins, -r.frequency) is distinct from
            (coalesce(b.balance, 0), coalesce(b.give, 0), coalesce(b.integral, 0), coalesce(b.laps, 0), coalesce(b.coins, 0),
              coalesce(b.frequency, 0))
          or r.state <> 'refused' and b.cause_id is not null
          or r.order_kind = 'consume' and r.pay_way = 'balance' and r.balance + r.give <> r.amount - r.coupon`,
  },
  {
    name: 'a refund gives back lines of its own order',
    broken: sql`
      select l.seq as id, l.account as detail
        from ledger_line l
        left join refund_order r on r.id = l.cause_id
          and r.org_code = case l.account when 'clearing' then l.org_code else coalesce(l.other_org_code, l.org_code) end
        left join ledger_line given on given.seq = l.reverses and given.org_code = l.org_code
        where l.cause_kind = 'refund' and (given.cause_id is distinct from r.order_id or given.account <> l.account)`,
  },
]

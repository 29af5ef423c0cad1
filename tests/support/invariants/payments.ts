import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Every order that is paid by a scanned code, with the amount due. */
const orders = sql`
  select 'consume' as kind, id, org_code, state, order_money(o) + deposit as due from consume_order o where pay_mode = 'scan'
  union all select 'recharge', id, org_code, state, amount from recharge_order where pay_mode = 'wechat'
  union all select 'reservation', id, org_code,
    case deposit_state when 'unpaid' then 'nopay' when 'failed' then 'closed' else 'paid' end, deposit
    from reservation where deposit_pay_mode = 'scan'
  union all select 'coinOutput', id, org_code,
    case pay_state when 'unpaid' then 'nopay' else pay_state end, amount
    from coin_output where pay_mode = 'scan'`

/** Payments, with their orders. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'an order and its payment end alike, for what is due',
    broken: sql`
      select coalesce(o.id, p.id) as id, concat_ws(' ', o.state, o.due, p.state, p.amount) as detail
        from (${orders}) o
        full join (select * from payment where order_kind in ('consume', 'recharge', 'reservation', 'coinOutput')) p on p.id = o.id and p.org_code = o.org_code
        where o.id is null or p.id is null or p.order_kind <> o.kind or p.amount <> o.due
          or o.state <> all (case p.state when 'paid' then '{paid,refunding,refunded}'::text[] when 'closed' then '{closed}'
            else '{nopay}' end)`,
  },
  {
    name: 'what goes back of a payment is a refund or a deposit, and stands as it does there',
    broken: sql`
      select coalesce(p.id, f.id) as id, concat_ws(' ', p.state, f.state) as detail
        from (select * from payment_refund where kind = 'order') p
        full join (
          select id, org_code, amount - coupon as amount, order_id, case state when 'refunding' then 'owed' when 'refunded' then 'done' else 'withdrawn' end as state
            from refund_order where pay_way = 'scan'
          union all
          select deposit_return_id, org_code, deposit, id, null from consume_order
            where deposit_return_id is not null and pay_mode = 'scan'
          union all
          select deposit_end_id, org_code, deposit, id, null from reservation
            where deposit_state = 'returned' and deposit_pay_mode = 'scan'
          union all
          select back_id, org_code, back_amount, id, null from coin_output where pay_mode = 'scan' and back_amount > 0
        ) f on f.id = p.id and f.org_code = p.org_code
        where p.id is null or f.id is null or p.amount <> f.amount or p.payment_id <> f.order_id or p.state <> f.state`,
  },
  {
    name: 'no more goes back of a payment than was paid',
    broken: sql`
      select p.id, concat_ws(' ', p.state, p.amount, sum(r.amount)) as detail
        from payment p join payment_refund r on r.payment_id = p.id and r.org_code = p.org_code
        where r.state not in ('refused', 'withdrawn') group by p.id, p.org_code having sum(r.amount) > p.amount
          or p.state <> 'paid' and bool_or(r.kind = 'order')`,
  },
]

/** Holds once all payments have timed out: the provider has what the orders say, and nothing of a closed order. */
export const endedPaymentInvariants = (now: Date): readonly Invariant[] => [
  {
    name: 'every payment has ended',
    broken: sql`select id, state || ' ' || reversal as detail from payment where ended_at is null or reversal = 'owed'
      union all select id, 'refund ' || state from payment_refund where state = 'owed'`,
  },
  {
    name: 'the provider keeps what was paid and not given back',
    broken: sql`
      select p.id, concat_ws(' ', p.state, p.reason, p.reversal, p.amount, 'kept', kept.value, 'back', back.value, p.trouble,
          (select to_jsonb(t) from sandbox_trade t where t.id = p.id), to_jsonb(p) - 'code_sealed') as detail
        from payment p
        join lateral (
          select coalesce((select t.amount from sandbox_trade t where t.id = p.id and t.org_code = p.org_code
              and t.pays_at <= ${now} and (t.reversed_at is null or t.behaviour = 'late')), 0)
            - coalesce((select sum(r.amount) from sandbox_refund r where r.trade_id = p.id and r.org_code = p.org_code), 0) as value
        ) kept on true
        join lateral (select coalesce(sum(r.amount), 0) as value from payment_refund r
          where r.payment_id = p.id and r.org_code = p.org_code and r.state = 'done') back on true
        where kept.value <> case p.state when 'paid' then p.amount - back.value else 0 end`,
  },
]

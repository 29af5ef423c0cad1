import { type RawBuilder, sql } from 'kysely'

/** Scan payments, with their orders. */
const payment = sql`
  select coalesce(p.org_code, o.org_code) as org_code, 'payment' as kind, coalesce(p.id, o.id)::text as reference,
      coalesce(o.member_id, '') as member_id, 'scan' as account, '' as project, coalesce(p.value, 0) as stored,
      coalesce(o.value, 0) as expected, coalesce(o.person, p.operator_id) as person_id
    from (
      select id, org_code, operator_id, amount as value from payment
        where state = 'paid' and order_kind in ('consume', 'recharge', 'reservation', 'coinOutput')
    ) p
    full join (
      select id, org_code, member_id, coalesce(cashier_id, operator_id) as person, order_money(o) + deposit as value from consume_order o
        where pay_mode = 'scan' and state in ('paid', 'refunding', 'refunded')
      union all
      select id, org_code, member_id, coalesce(cashier_id, operator_id), amount from recharge_order
        where pay_mode = 'wechat' and amount > 0 and state in ('paid', 'refunding', 'refunded')
      union all
      select id, org_code, member_id, coalesce(cashier_id, operator_id), deposit from reservation
        where deposit_pay_mode = 'scan' and deposit_state in ('held', 'returned', 'kept')
      union all
      select id, org_code, member_id, coalesce(cashier_id, operator_id), amount from coin_output
        where pay_mode = 'scan' and pay_state = 'paid'
    ) o on o.id = p.id and o.org_code = p.org_code
    where coalesce(p.value, 0) <> coalesce(o.value, 0)`

/** Refunds requested from providers, with the refunds and deposits they are for. */
const paymentRefund = sql`
  select coalesce(p.org_code, r.org_code) as org_code, 'paymentRefund' as kind, coalesce(p.id, r.id)::text as reference,
      coalesce(r.member_id, '') as member_id, 'scan' as account, '' as project, coalesce(p.value, 0) as stored,
      coalesce(r.value, 0) as expected, r.person as person_id
    from (select id, org_code, amount as value, state from payment_refund where kind = 'order') p
    full join (
      select id, org_code, member_id, coalesce(cashier_id, operator_id) as person, amount - coupon as value,
          case state when 'refunded' then 'done' when 'refused' then 'refused' else 'owed' end as state
        from refund_order where pay_way = 'scan'
      union all
      -- If the provider refuses a deposit, it is returned manually; the ledger has it as returned in either case.
      select deposit_return_id, org_code, member_id, coalesce(cashier_id, operator_id), deposit, ''
        from consume_order where pay_mode = 'scan' and deposit_return_id is not null
      union all
      select deposit_end_id, org_code, member_id, coalesce(cashier_id, operator_id), deposit, ''
        from reservation where deposit_pay_mode = 'scan' and deposit_state = 'returned'
      union all
      select back_id, org_code, member_id, coalesce(cashier_id, operator_id), back_amount, ''
        from coin_output where pay_mode = 'scan' and back_id is not null and back_amount > 0
    ) r on r.id = p.id and r.org_code = p.org_code
    where coalesce(p.value, 0) <> coalesce(r.value, 0) or (p.state = 'done') is distinct from (r.state = 'done') and r.state <> ''`

/** Payments with refunds above their amount. */
const paymentAbove = sql`
  select p.org_code, 'paymentAbove' as kind, p.id::text as reference, '' as member_id, 'scan' as account, '' as project,
      r.value as stored, p.amount as expected, p.operator_id as person_id
    from payment p
    join (
      select payment_id, org_code, sum(amount)::bigint as value from payment_refund where state in ('owed', 'done') group by payment_id, org_code
    ) r on r.payment_id = p.id and r.org_code = p.org_code
    where r.value > p.amount`

export const paymentChecks: readonly RawBuilder<unknown>[] = [payment, paymentRefund, paymentAbove]

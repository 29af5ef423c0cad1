import { type RawBuilder, sql } from 'kysely'

/** Compares payments in orders with the ledger; each check reads the whole history. */

/** Accounts that orders and refunds have amounts of. */
const CHARGED = sql`'{balance,give,integral,laps,coins,frequency,cash,scan,coupon,deposit}'::text[]`

/** Ledger entries, with each clearing entry as that of the wallet; entries of wallets for rides elsewhere belong to no order here. */
const entries = sql`
  select l.org_code, l.member_id, l.cause_kind, l.cause_id, l.operator_id,
      case l.account when 'clearing' then l.project else l.account::text end as account,
      case l.account when 'clearing' then -l.delta else l.delta end as delta
    from ledger_line l where l.other_org_code is null or l.account = 'clearing'`

/** Charges, by account. */
const charge = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'charge' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(e.person, l.operator_id) as person_id
    from (
      select o.id, o.org_code, o.member_id, coalesce(o.cashier_id, o.operator_id) as person, part.account, part.value
        from consume_order o cross join lateral (values ('balance', -o.paid_balance), ('give', -o.paid_give),
          ('integral', -o.paid_integral), ('laps', -o.paid_laps), ('coins', -o.paid_coins), ('frequency', -o.paid_visits),
          ('cash', case o.pay_mode when 'cash' then order_money(o) + o.deposit end),
          ('scan', case o.pay_mode when 'scan' then order_money(o) + o.deposit end),
          ('coupon', o.amount - order_money(o)), ('deposit', o.deposit)) as part (account, value)
        where o.state in ('paid', 'refunding', 'refunded') and part.value <> 0
    ) e
    full join (
      select cause_id, org_code, account, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from (${entries}) entry where cause_kind = 'consume' and account = any (${CHARGED}) group by cause_id, org_code, account
    ) l on l.cause_id = e.id and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Amounts of orders paid from wallets, with the paid and gift balance taken. */
const chargeAmount = sql`
  select o.org_code, 'chargeAmount' as kind, o.id::text as reference, coalesce(o.member_id, '') as member_id, 'balance' as account,
      '' as project, order_money(o) as stored, o.paid_balance + o.paid_give as expected, coalesce(o.cashier_id, o.operator_id) as person_id
    from consume_order o
    where o.pay_mode = 'balance' and o.state in ('paid', 'refunding', 'refunded') and order_money(o) <> o.paid_balance + o.paid_give`

/** Recharges and sold cards, by account. */
const recharge = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'recharge' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(e.person, l.operator_id) as person_id
    from (
      select o.id, o.org_code, o.member_id, coalesce(o.cashier_id, o.operator_id) as person, part.account, part.value
        from recharge_order o cross join lateral (values ('cash', case o.pay_mode when 'cash' then o.amount end),
          ('scan', case o.pay_mode when 'wechat' then o.amount end), ('balance', o.balance), ('give', o.give),
          ('integral', o.integral), ('laps', o.laps), ('frequency', o.frequency),
          ('unlimited', greatest(o.card_plays, 0)::bigint)) as part (account, value)
        where o.state in ('paid', 'refunding', 'refunded') and part.value <> 0
    ) e
    full join (
      select cause_id, org_code, account, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind = 'recharge' group by cause_id, org_code, account
    ) l on l.cause_id = e.id and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Refunds, by account. A refund that the provider refused leaves nothing; a scan refund is posted when the provider confirms it. */
const refund = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'refund' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(e.person, l.operator_id) as person_id
    from (
      select r.id, r.org_code, r.member_id, coalesce(r.cashier_id, r.operator_id) as person, part.account, part.value
        from refund_order r cross join lateral (values ('balance', r.balance), ('give', r.give), ('integral', r.integral),
          ('laps', r.laps), ('coins', r.coins), ('frequency', r.frequency), ('unlimited', r.unlimited),
          ('cash', case r.pay_way when 'cash' then r.coupon - r.amount end),
          ('coupon', case r.pay_way when 'coupon' then -r.amount else -r.coupon end),
          ('scan', case when r.pay_way = 'scan' and r.state = 'refunded' then r.coupon - r.amount end)) as part (account, value)
        where r.state <> 'refused' and part.value <> 0
    ) e
    full join (
      select l.cause_id, l.org_code, l.account, max(l.member_id) as member_id, (array_agg(l.operator_id))[1] as operator_id,
          sum(l.delta)::bigint as value
        from (${entries}) l
        where l.cause_kind = 'refund' or l.cause_kind = 'adjust' and exists (
          select from refund_order r where r.id = l.cause_id and r.org_code = l.org_code and r.state = 'refused')
        group by l.cause_id, l.org_code, l.account
    ) l on l.cause_id = e.id and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Refunded amounts in orders, with their refunds. */
const refunded = sql`
  select o.org_code, 'refunded' as kind, o.id::text as reference, coalesce(o.member_id, '') as member_id, '' as account, '' as project,
      o.refunded as stored, coalesce(r.value, 0) as expected, o.person as person_id
    from (
      select id, org_code, member_id, refunded, coalesce(cashier_id, operator_id) as person from consume_order
      union all
      select id, org_code, member_id, refunded, coalesce(cashier_id, operator_id) from recharge_order
    ) o
    left join (
      select order_id, org_code, sum(amount)::bigint as value from refund_order where state <> 'refused' group by order_id, org_code
    ) r on r.order_id = o.id and r.org_code = o.org_code
    where o.refunded <> coalesce(r.value, 0)`

/** Returned deposits, by account. */
const deposit = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'deposit' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(l.operator_id, e.person) as person_id
    from (
      select o.id, o.deposit_return_id as cause_id, o.org_code, o.member_id, coalesce(o.cashier_id, o.operator_id) as person,
          part.account, part.value
        from consume_order o cross join lateral (values ('deposit', -o.deposit),
          ('cash', case o.pay_mode when 'cash' then -o.deposit end),
          ('scan', case o.pay_mode when 'scan' then -o.deposit end)) as part (account, value)
        where o.deposit_returned_at is not null and part.value <> 0
    ) e
    full join (
      select cause_id, org_code, account, max(member_id) as member_id, (array_agg(coalesce(cashier_id, operator_id)))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind = 'depositReturn' group by cause_id, org_code, account
    ) l on l.cause_id = e.cause_id and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Deposits of reservations, by account: taken, and returned or retained. */
const bookDeposit = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'deposit' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(l.operator_id, e.person) as person_id
    from (
      select part.cause_id as id, r.org_code, r.member_id, coalesce(r.cashier_id, r.operator_id) as person, part.cause_kind,
          part.account, part.value
        from reservation r cross join lateral (values
          (r.id, 'bookDeposit', r.deposit_pay_mode, r.deposit), (r.id, 'bookDeposit', 'deposit', r.deposit),
          (r.deposit_end_id, 'bookReturn', case r.deposit_state when 'returned' then r.deposit_pay_mode end, -r.deposit),
          (r.deposit_end_id, case r.deposit_state when 'kept' then 'bookKept' else 'bookReturn' end, 'deposit', -r.deposit)
        ) as part (cause_id, cause_kind, account, value)
        where r.deposit_state in ('held', 'returned', 'kept') and part.cause_id is not null and part.account is not null
    ) e
    full join (
      select cause_id, cause_kind, org_code, account, (array_agg(coalesce(cashier_id, operator_id)))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind in ('bookDeposit', 'bookReturn', 'bookKept') group by cause_id, cause_kind, org_code, account
    ) l on l.cause_id = e.id and l.cause_kind = e.cause_kind and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Redeemed values of a store's own coupons, and those that were reversed. */
const coupon = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'coupon' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(l.account, 'give') as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, l.operator_id as person_id
    from (
      select u.* from coupon_uses(current_setting('pitlane.scope'), current_setting('pitlane.scope_end')) u where u.kind = 'value'
    ) e
    full join (
      select cause_id, org_code, account, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind in ('coupon', 'couponBack') group by cause_id, org_code, account
    ) l on l.cause_id = e.id and l.org_code = e.org_code
    where coalesce(e.value, 0) <> coalesce(l.value, 0) or l.account is distinct from 'give'`

/** Exchanges and their reversals, by account and project. */
const exchange = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'exchange' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account,
      coalesce(e.project, l.project) as project, coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected,
      coalesce(e.person, l.operator_id) as person_id
    from (
      select part.id, part.kind, x.org_code, x.member_id, part.person, part.account, part.project, part.value
        from wallet_exchange x cross join lateral (values
          (x.id, 'exchange', x.operator_id, x.from_wallet, x.from_project, -x.amount),
          (x.id, 'exchange', x.operator_id, x.to_wallet, x.to_project, x.received),
          (x.reversal_id, 'exchangeBack', x.reverser_id, x.from_wallet, x.from_project, x.amount),
          (x.reversal_id, 'exchangeBack', x.reverser_id, x.to_wallet, x.to_project, -x.received)
        ) as part (id, kind, person, account, project, value)
        where part.id is not null
    ) e
    full join (
      select cause_id, cause_kind, org_code, account, project, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind in ('exchange', 'exchangeBack') group by cause_id, cause_kind, org_code, account, project
    ) l on l.cause_id = e.id and l.cause_kind = e.kind and l.org_code = e.org_code and l.account = e.account and l.project = e.project
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Clearing entries of each store, with the entries of the wallets at the members' stores. */
const clearing = sql`
  select s.org_code, 'clearing' as kind, d.cause_id::text as reference, '' as member_id, d.account, d.home as project, d.stored, d.expected,
      d.person as person_id
    from store s cross join lateral clearing_differences(s.org_code) d`

export const orderChecks: readonly RawBuilder<unknown>[] = [
  charge,
  chargeAmount,
  recharge,
  refund,
  refunded,
  exchange,
  deposit,
  bookDeposit,
  coupon,
  clearing,
]

import { type RawBuilder, sql } from 'kysely'

/** Compares coin outputs and returned coins with the ledger; each check reads the whole history. */

/** What outputs took and gave back, and what members returned, by account; money of members by both balances together. */
const ledger = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'coinOutput' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, coalesce(e.account, l.account) as account, '' as project,
      coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected, coalesce(e.person, l.operator_id) as person_id
    from (
      select part.id, o.org_code, o.member_id, coalesce(o.cashier_id, o.operator_id) as person,
          case o.pay_mode when 'scan' then 'scan' else o.pay_mode end as account, part.value
        from coin_output o cross join lateral (values
          (o.id, case o.pay_mode when 'coins' then -o.asked when 'balance' then -o.amount else o.amount end),
          (o.back_id, case o.pay_mode when 'coins' then o.back_coins when 'balance' then o.back_amount else -o.back_amount end))
          as part (id, value)
        where o.pay_state = 'paid' and part.id is not null and part.value <> 0
      union all
      select r.id, r.org_code, r.member_id, r.operator_id, 'coins', r.coins from coin_return r
    ) e
    full join (
      select cause_id, org_code, case account when 'give' then 'balance' else account end as account, max(member_id) as member_id,
          (array_agg(operator_id))[1] as operator_id, sum(delta)::bigint as value
        from ledger_line where cause_kind in ('coinOut', 'coinBack', 'coinIn') group by 1, 2, 3
    ) l on l.cause_id = e.id and l.org_code = e.org_code and l.account = e.account
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** Coins that machines reported after their output had ended, or beyond it: they left the hopper and nobody paid for them. */
const late = sql`
  select o.org_code, 'coinDifference' as kind, o.id::text as reference, coalesce(o.member_id, '') as member_id, 'coins' as account,
      '' as project, o.counted::bigint as stored, o.late_counted::bigint as expected, coalesce(o.cashier_id, o.operator_id) as person_id
    from coin_output o where o.late_counted is not null and o.late_counted <> o.counted`

export const coinChecks: readonly RawBuilder<unknown>[] = [ledger, late]

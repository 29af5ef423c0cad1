import { type RawBuilder, sql } from 'kysely'

/** What commissions gave to members, with the ledger; users are owed theirs, which is in no wallet. */
const given = sql`
  select coalesce(c.org_code, l.org_code) as org_code, 'commission' as kind, coalesce(c.id, l.cause_id)::text as reference,
      coalesce(c.member_id, l.member_id, '') as member_id, coalesce(c.unit, l.account) as account, '' as project,
      coalesce(c.value, 0) as stored, coalesce(l.value, 0) as expected, l.operator_id as person_id
    from (
      select c.id, c.org_code, c.unit, p.member_id, c.share - c.deducted as value
        from commission c left join promoter p on p.id = c.promoter_id and p.org_code = c.org_code where c.unit <> 'money'
    ) c
    full join (
      select cause_id, org_code, account, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind = 'commission' group by cause_id, org_code, account
    ) l on l.cause_id = c.id and l.org_code = c.org_code and l.account = c.unit
    where coalesce(c.value, 0) <> coalesce(l.value, 0)`

/** Shares of commissions, with what the terms say for what was paid. Nobody gets a share of an own recharge. */
const share = sql`
  select c.org_code, 'commissionShare' as kind, c.id::text as reference, c.member_id,
      case c.unit when 'money' then 'owed' else c.unit end as account, '' as project, c.share as stored,
      coalesce(commission_share(b.terms, least(c.paid, o.amount)), 0) as expected, null::uuid as person_id
    from commission c
    left join promoted_member b on b.member_id = c.member_id and b.org_code = c.org_code and b.promoter_id = c.promoter_id
    left join recharge_order o on o.id = c.order_id and o.org_code = c.org_code
    where c.share <> 0 and c.share <> coalesce(commission_share(b.terms, least(c.paid, o.amount)), 0)`

/** What refunds took back of a promoter's commissions, with what others were reduced by. */
const netted = sql`
  select c.org_code, 'commissionBack' as kind, c.promoter_id::text as reference, '' as member_id,
      case c.unit when 'money' then 'owed' else c.unit end as account, '' as project, sum(c.netted)::bigint as stored,
      sum(c.deducted)::bigint as expected, null::uuid as person_id
    from commission c group by c.org_code, c.promoter_id, c.unit having sum(c.netted) <> sum(c.deducted)`

/** Payouts in cash, with the movements of their drawers. */
const payout = sql`
  select o.org_code, 'payout' as kind, o.id::text as reference, '' as member_id, 'cash' as account, '' as project, o.amount as stored,
      coalesce(e.amount, 0) as expected, o.decider_id as person_id
    from promoter_payout o
    left join shift_entry e on e.id = o.id and e.org_code = o.org_code and e.shift_id = o.shift_id and e.kind = 'cashOut'
    where o.pay_mode = 'cash' and o.amount <> coalesce(e.amount, 0)`

/** What was paid out to a promoter, where that is more than was ever earned. */
const payoutAbove = sql`
  select p.org_code, 'payoutAbove' as kind, p.id::text as reference, '' as member_id, 'owed' as account, '' as project,
      p.paid_out as stored, p.money as expected, null::uuid as person_id
    from listed_promoter p where p.is_user and p.paid_out > p.money`

export const promoterChecks: readonly RawBuilder<unknown>[] = [given, share, netted, payout, payoutAbove]

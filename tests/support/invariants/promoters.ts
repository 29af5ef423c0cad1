import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Commissions of promoters, and payouts. */
export const promoterInvariants: readonly Invariant[] = [
  {
    name: 'a commission of a member is in the wallet, once, and that of a user in none',
    broken: sql`
      select coalesce(c.id, l.cause_id) as id, concat_ws(' ', c.unit, c.share, c.deducted, l.value) as detail
        from (select c.id, c.org_code, c.unit, c.share, c.deducted, case when c.unit = 'money' then 0 else c.share - c.deducted end as given
          from commission c) c
        full join (select cause_id, org_code, account, sum(delta)::bigint as value from ledger_line
          where cause_kind = 'commission' group by 1, 2, 3) l on l.cause_id = c.id and l.org_code = c.org_code
        where coalesce(c.given, 0) <> coalesce(l.value, 0) or l.account is not null and l.account <> c.unit`,
  },
  {
    name: 'a commission is a share of what its recharge was paid',
    broken: sql`
      select c.id, concat_ws(' ', c.paid, c.share, o.amount) as detail from commission c
        join recharge_order o on o.id = c.order_id and o.org_code = c.org_code
        join promoted_member b on b.member_id = c.member_id and b.org_code = c.org_code
        where c.paid > o.amount or c.share <> 0 and c.share <> commission_share(b.terms, c.paid) or b.promoter_id <> c.promoter_id`,
  },
  {
    name: 'what refunds take back is deducted from other commissions of the promoter',
    broken: sql`
      select c.promoter_id as id, concat_ws(' ', c.unit, sum(c.netted), sum(c.deducted)) as detail from commission c
        group by c.promoter_id, c.unit having sum(c.netted) <> sum(c.deducted)`,
  },
  {
    name: 'no promoter is paid out more than was earned',
    broken: sql`
      select p.id, concat_ws(' ', p.money, p.paid_out) as detail from listed_promoter p where p.is_user and p.paid_out > p.money`,
  },
  {
    name: 'a payout in cash is a movement of its shift',
    broken: sql`
      select o.id, o.amount as detail from promoter_payout o
        left join shift_entry e on e.id = o.id and e.org_code = o.org_code and e.shift_id = o.shift_id and e.kind = 'cashOut'
          and e.amount = o.amount
        where o.pay_mode = 'cash' and e.id is null`,
  },
]

import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Rides of members at the other stores of their chain. */
export const visitorInvariants: readonly Invariant[] = [
  {
    name: 'a clearing entry is what a wallet of another store gave or got back for the same cause',
    broken: sql`
      select coalesce(here.cause_id, home.cause_id) as id, concat_ws(' ', here.account, here.delta, home.account, home.delta) as detail
        from (
          select org_code, other_org_code, cause_id, cause_kind, project as account, -delta as delta from ledger_line where account = 'clearing'
        ) here
        full join (
          select org_code, other_org_code, cause_id, cause_kind, account::text as account, delta from ledger_line
            where other_org_code is not null and account <> 'clearing'
        ) home on home.org_code = here.other_org_code and home.other_org_code = here.org_code and home.cause_id = here.cause_id
          and home.cause_kind = here.cause_kind and home.account = here.account
        where here.delta is distinct from home.delta`,
  },
  {
    name: 'an order names a visitor exactly where another store paid for it',
    broken: sql`
      select o.id, concat_ws(' ', o.home_org_code, o.home_member_id, l.org_code, l.member_id) as detail
        from consume_order o
        join ledger_line l on l.cause_id = o.id and l.cause_kind = 'consume' and l.account <> 'clearing' and l.member_id is not null
        where (o.home_org_code is not null or l.other_org_code is not null)
          and (coalesce(o.home_org_code, o.org_code), coalesce(o.home_member_id, o.member_id)) is distinct from (l.org_code, l.member_id)`,
  },
  {
    name: 'the stores of a ride elsewhere belong to one chain',
    broken: sql`
      select l.seq as id, l.org_code || ' ' || l.other_org_code as detail
        from ledger_line l
        left join store here on here.org_code = l.org_code
        left join store other on other.org_code = l.other_org_code
        where l.other_org_code is not null and here.parent_id is distinct from other.parent_id`,
  },
]

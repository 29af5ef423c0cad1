import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Exchanges between wallets; that records and ledger agree is a comparison of the reconciliation. */
export const exchangeInvariants: readonly Invariant[] = [
  {
    name: 'an exchange never adds paid balance',
    broken: sql`
      select l.seq as id, l.delta as detail from ledger_line l
        where l.cause_kind = 'exchange' and l.account = 'balance' and l.delta > 0`,
  },
  {
    name: 'what an exchange adds is its amount at its rate, rounded down',
    broken: sql`
      select x.id, concat_ws(' ', x.amount, x.from_units, x.to_units, x.received) as detail from wallet_exchange x
        where x.received <> div(x.amount::numeric * x.to_units, x.from_units)`,
  },
  {
    name: 'what an exchange adds outlives nothing that it came from',
    broken: sql`
      with part as (
        select l.cause_id, l.org_code, lot.valid_until, case when one.delta < 0 then -one.delta else 0 end as taken,
            case when one.delta > 0 then one.delta else 0 end as added
          from ledger_line l cross join unnest(l.lot_ids, l.lot_deltas) as one (id, delta)
          join wallet_lot lot on lot.id = one.id and lot.org_code = l.org_code
          where l.cause_kind = 'exchange'
      )
      select x.id, concat_ws(' ', e.ending, lasting.taken, lasting.added) as detail
        from wallet_exchange x
        join (select distinct cause_id, org_code, valid_until as ending from part where valid_until is not null
          union select distinct cause_id, org_code, '-infinity'::timestamptz from part) e on e.cause_id = x.id and e.org_code = x.org_code
        cross join lateral (select coalesce(sum(p.taken), 0) as taken, coalesce(sum(p.added), 0) as added from part p
          where p.cause_id = x.id and p.org_code = x.org_code and coalesce(p.valid_until > e.ending, true)) lasting
        where lasting.added * x.amount > lasting.taken * x.received`,
  },
  {
    name: 'a member exchanges no more on a day than the rate allows',
    broken: sql`
      select r.id, concat_ws(' ', x.member_id, x.business_day, sum(x.amount), r.day_limit) as detail
        from wallet_exchange x join exchange_rate r on r.id = x.rate_id and r.org_code = x.org_code
        where x.state = 'done' and r.day_limit >= 0
        group by r.id, r.day_limit, x.member_id, x.business_day having sum(x.amount) > r.day_limit`,
  },
]

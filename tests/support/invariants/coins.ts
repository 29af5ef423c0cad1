import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Coin output, with the ledger. */
export const coinInvariants: readonly Invariant[] = [
  {
    name: 'an output of coins took its price once, and gave back the part that was not counted out, once and rounded down',
    broken: sql`
      select o.id, concat_ws(' ', o.pay_mode, o.pay_state, o.state, o.asked, o.counted, o.amount, o.back_coins, o.back_amount, l.taken, l.back) as detail
        from coin_output o
        join lateral (
          select coalesce(sum(value) filter (where cause_id = o.id), 0) as taken, coalesce(-sum(value) filter (where cause_id = o.back_id), 0) as back
            from (select cause_id, case when account in ('cash', 'scan') then delta else -delta end as value from ledger_line
              where cause_id in (o.id, o.back_id) and org_code = o.org_code and cause_kind in ('coinOut', 'coinBack')) moved
        ) l on true
        where l.taken <> case when o.pay_state <> 'paid' then 0 when o.pay_mode = 'coins' then o.asked else o.amount end
          or l.back <> case o.pay_mode when 'coins' then o.back_coins else o.back_amount end
          or o.back_amount <> o.amount * o.back_coins / o.asked`,
  },
  {
    name: 'what came back of an output of coins came back by its own entries, and no more of any than was taken',
    broken: sql`
      select l.seq as id, concat_ws(' ', l.account, l.delta, given.account, given.delta) as detail
        from ledger_line l
        left join coin_output o on o.back_id = l.cause_id and o.org_code = l.org_code
        left join ledger_line given on given.seq = l.reverses and given.org_code = l.org_code
        where l.cause_kind = 'coinBack' and (given.cause_id is distinct from o.id or given.account <> l.account or abs(l.delta) > abs(given.delta))`,
  },
]

/** Holds once the last minute of every output is over. */
export const endedCoinInvariants: readonly Invariant[] = [
  {
    name: 'every output of coins has ended',
    broken: sql`select id, concat_ws(' ', pay_state, asked, counted) as detail from coin_output where state <> 'completed'`,
  },
]

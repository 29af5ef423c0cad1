import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

const CASH = sql.raw(`account = 'cash'`)

/** Shifts, with the cash of the ledger. */
export const drawerInvariants: readonly Invariant[] = [
  {
    name: 'a closed drawer expected what the ledger says of it, and only what was sold without the server came after',
    broken: sql`
      select s.id, concat_ws(' ', s.expected, c.until, c.after, c.causes) as detail
        from shift s
        join lateral (select coalesce(sum(delta) filter (where seq <= s.closed_seq), 0) as until,
            count(*) filter (where seq > s.closed_seq and not (cause_kind = 'consume' and exists (
              select from consume_order o join play_record p on p.id = o.play_id and p.org_code = o.org_code
                where o.id = l.cause_id and o.org_code = l.org_code and p.offline))) as after,
            string_agg(concat_ws(' ', cause_kind, cause_id, delta, seq - s.closed_seq), ', ' order by seq)
              filter (where seq > s.closed_seq) as causes
          from ledger_line l where l.shift_id = s.id and l.org_code = s.org_code and ${CASH}) c on true
        where s.closed_at is not null and (s.expected <> c.until or c.after > 0)`,
  },
  {
    // A refund, a return or a payout to a promoter names the drawer that pays: it may be that of another counter of the store.
    name: 'cash that is taken lies in the drawer of its counter, and cash that is paid back comes from a drawer of the store',
    broken: sql`
      select l.seq as id, concat_ws(' ', l.cause_kind, l.shift_id) as detail
        from ledger_line l left join shift s on s.id = l.shift_id and s.org_code = l.org_code
        where ${CASH} and l.shift_id is not null and (s.id is null
          or not (l.delta < 0 and (l.cause_kind in ('refund', 'depositReturn', 'bookReturn')
              or exists (select from promoter_payout o where o.id = l.cause_id and o.org_code = l.org_code)))
            and (s.terminal_id is distinct from l.terminal_id or s.terminal_id is null and s.operator_id is distinct from l.operator_id))`,
  },
  {
    name: 'float and movements are in the ledger as the shift says',
    broken: sql`
      select s.id, concat_ws(' ', s.opening_float, c.float, c.moved, e.moved) as detail
        from shift s
        join lateral (select coalesce(sum(delta) filter (where cause_kind = 'float'), 0) as float,
            coalesce(sum(delta) filter (where cause_kind in ('cashIn', 'cashOut')), 0) as moved
          from ledger_line l where l.shift_id = s.id and l.org_code = s.org_code and ${CASH}) c on true
        join lateral (select coalesce(sum(case kind when 'cashIn' then amount else -amount end), 0) as moved
          from shift_entry e where e.shift_id = s.id and e.org_code = s.org_code) e on true
        where s.opening_float <> c.float or c.moved <> e.moved`,
  },
  {
    name: 'who takes a drawer over begins with what was counted, once',
    broken: sql`
      select s.id, concat_ws(' ', s.opening_float, before.counted) as detail
        from shift s left join shift before on before.id = s.taken_over and before.org_code = s.org_code
        where s.taken_over is not null and (s.opening_float is distinct from before.counted
          or exists (select from shift other where other.taken_over = s.taken_over and other.org_code = s.org_code and other.id <> s.id))`,
  },
  {
    name: 'all cash has a cause that somebody answers for',
    broken: sql`
      select l.seq as id, l.cause_kind as detail from ledger_line l
        where ${CASH} and not case l.cause_kind
          when 'consume' then exists (select from consume_order o where o.id = l.cause_id and o.org_code = l.org_code)
          when 'recharge' then exists (select from recharge_order o where o.id = l.cause_id and o.org_code = l.org_code)
          when 'refund' then exists (select from refund_order o where o.id = l.cause_id and o.org_code = l.org_code)
          when 'depositReturn' then exists (select from consume_order o where o.deposit_return_id = l.cause_id and o.org_code = l.org_code)
          when 'bookDeposit' then exists (select from reservation r where r.id = l.cause_id and r.org_code = l.org_code)
          when 'bookReturn' then exists (select from reservation r where r.deposit_end_id = l.cause_id and r.org_code = l.org_code)
          when 'coinOut' then exists (select from coin_output o where o.id = l.cause_id and o.org_code = l.org_code)
          when 'coinBack' then exists (select from coin_output o where o.back_id = l.cause_id and o.org_code = l.org_code)
          when 'float' then exists (select from shift s where s.id = l.cause_id and s.org_code = l.org_code)
          else exists (select from shift_entry e where e.id = l.cause_id and e.kind = l.cause_kind and e.org_code = l.org_code) end`,
  },
]

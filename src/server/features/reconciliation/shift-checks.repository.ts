import { type RawBuilder, sql } from 'kysely'

/** The expected cash of closed shifts, with the ledger at that time. */
const shift = sql`
  select coalesce(s.org_code, l.org_code) as org_code, 'shift' as kind, coalesce(s.id, l.shift_id)::text as reference, '' as member_id,
      'cash' as account, '' as project, coalesce(s.expected, 0) as stored,
      coalesce((select sum(one.delta) from ledger_line one where one.shift_id = s.id and one.org_code = s.org_code
        and one.account = 'cash' and one.seq <= s.closed_seq), l.value, 0)::bigint as expected, s.cashier_id as person_id
    from shift s
    full join (
      select shift_id, org_code, sum(delta)::bigint as value from ledger_line
        where account = 'cash' and shift_id is not null group by shift_id, org_code
    ) l on l.shift_id = s.id and l.org_code = s.org_code
    where s.id is null or s.closed_at is not null and s.expected <> coalesce((select sum(one.delta) from ledger_line one
      where one.shift_id = s.id and one.org_code = s.org_code and one.account = 'cash' and one.seq <= s.closed_seq), 0)`

/** Floats and cash movements, with the ledger. */
const drawer = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'drawer' as kind, coalesce(e.id, l.cause_id)::text as reference, '' as member_id,
      'cash' as account, '' as project, coalesce(e.value, 0) as stored, coalesce(l.value, 0) as expected,
      coalesce(e.person, l.person) as person_id
    from (
      select id, org_code, opening_float as value, cashier_id as person from shift where opening_float > 0
      union all
      select e.id, e.org_code, case e.kind when 'cashIn' then e.amount else -e.amount end, s.cashier_id
        from shift_entry e join shift s on s.id = e.shift_id and s.org_code = e.org_code
    ) e
    full join (
      select cause_id, org_code, sum(delta)::bigint as value, (array_agg(coalesce(cashier_id, operator_id)))[1] as person
        from ledger_line where cause_kind in ('float', 'cashIn', 'cashOut') group by cause_id, org_code
    ) l on l.cause_id = e.id and l.org_code = e.org_code
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

/** The float of a shift after a handover, with the count of the previous one. */
const handover = sql`
  select s.org_code, 'handover' as kind, s.id::text as reference, '' as member_id, 'cash' as account, '' as project,
      s.opening_float as stored, coalesce(b.counted, 0) as expected, s.cashier_id as person_id
    from shift s left join shift b on b.id = s.taken_over and b.org_code = s.org_code
    where s.taken_over is not null and s.opening_float is distinct from b.counted`

/** The count, with all cash of the shift, including orders that arrived after the closing. */
const count = sql`
  select s.org_code, 'count' as kind, s.id::text as reference, '' as member_id, 'cash' as account, '' as project, s.counted as stored,
      coalesce(l.value, 0) as expected, s.cashier_id as person_id
    from shift s
    left join (
      select shift_id, org_code, sum(delta)::bigint as value from ledger_line
        where account = 'cash' and shift_id is not null group by shift_id, org_code
    ) l on l.shift_id = s.id and l.org_code = s.org_code
    where s.closed_at is not null and s.counted <> coalesce(l.value, 0)`

/**
 * Safe payouts, with their ledger entries outside shifts. So each cash entry is in a shift of its store (`shift`), was paid from the safe,
 * or is listed as outside (`cash_outside`).
 */
const safe = sql`
  select p.org_code, 'safe' as kind, p.cause_id::text as reference, '' as member_id, 'cash' as account, '' as project,
      p.amount as stored, coalesce(-l.value, 0)::bigint as expected, p.operator_id as person_id
    from safe_payout p cross join lateral (
      select sum(one.delta)::bigint as value from ledger_line one
        where one.cause_id = p.cause_id and one.cause_kind = p.cause_kind and one.org_code = p.org_code
          and one.account = 'cash' and one.shift_id is null
    ) l
    where p.amount <> coalesce(-l.value, 0)`

/**
 * Cash outside shifts, by business day and user. Records agree about it, so it is not part of `findDifferences`; but it was never counted.
 */
export const cashOutside = sql`
  select s.org_code, 'outside' as kind, concat_ws(' ', o.day, o.person_id) as reference, '' as member_id, 'cash' as account, '' as project,
      sum(o.amount)::bigint as stored, 0::bigint as expected, o.person_id
    from store s cross join lateral cash_outside(s.cash_explained_from, 'infinity') o
    where o.org_code = s.org_code group by s.org_code, o.day, o.person_id having sum(o.amount) <> 0`

export const shiftChecks: readonly RawBuilder<unknown>[] = [shift, drawer, handover, count, safe]

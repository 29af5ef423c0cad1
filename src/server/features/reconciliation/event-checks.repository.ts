import { type RawBuilder, sql } from 'kysely'

/** Fees of events that were taken and given back, with the ledger; both balances together. */
const fees = sql`
  select coalesce(e.org_code, l.org_code) as org_code, 'eventFee' as kind, coalesce(e.id, l.cause_id)::text as reference,
      coalesce(e.member_id, l.member_id, '') as member_id, 'balance' as account, '' as project, coalesce(e.value, 0) as stored,
      coalesce(l.value, 0) as expected, coalesce(e.operator_id, l.operator_id) as person_id
    from (
      select part.id, part.kind, s.org_code, s.member_id, s.operator_id, part.value
        from event_sign_up s cross join lateral (values
          (s.id, 'eventFee', case when s.taken_at is not null then -s.fee end),
          (s.back_id, 'eventBack', s.back_amount)) as part (id, kind, value)
        where part.id is not null and part.value <> 0
    ) e
    full join (
      select cause_id, cause_kind, org_code, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id,
          sum(delta)::bigint as value
        from ledger_line where cause_kind in ('eventFee', 'eventBack') group by 1, 2, 3
    ) l on l.cause_id = e.id and l.cause_kind = e.kind and l.org_code = e.org_code
    where coalesce(e.value, 0) <> coalesce(l.value, 0)`

export const eventChecks: readonly RawBuilder<unknown>[] = [fees]

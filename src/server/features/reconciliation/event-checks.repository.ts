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

/** Fees of places, with what is held for them; who moves up without money holds nothing until the end of registration. */
const held = sql`
  select s.org_code, 'eventHold' as kind, s.id::text as reference, s.member_id, 'balance' as account, '' as project,
      h.value as stored, s.fee as expected, s.operator_id as person_id
    from event_sign_up s
    cross join lateral (
      select coalesce(sum(l.amount), 0)::bigint as value from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
        where h.id = s.id and h.org_code = s.org_code and h.state = 'held'
    ) h
    where s.state = 'preparing' and h.value <> s.fee and (s.moved_up_at is null or h.value <> 0)`

export const eventChecks: readonly RawBuilder<unknown>[] = [fees, held]

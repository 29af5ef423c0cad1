import { type RawBuilder, sql } from 'kysely'

/** What stores may still send, with the sum of all changes. */
const count = sql`
  select coalesce(s.org_code, e.org_code) as org_code, 'smsCount' as kind, '' as reference, '' as member_id, 'sms' as account,
      '' as project, greatest(s.sms_count, 0)::bigint as stored, coalesce(e.value, 0) as expected, null::uuid as person_id
    from store s
    left join (select org_code, sum(delta)::bigint as value from sms_entry group by org_code) e on e.org_code = s.org_code
    where greatest(s.sms_count, 0) <> coalesce(e.value, 0)`

/** SMS of paid purchases, with what they have added; a store that was not counted then got nothing. */
const bought = sql`
  select coalesce(p.org_code, e.org_code) as org_code, 'smsPurchase' as kind, coalesce(p.id, e.cause_id)::text as reference,
      '' as member_id, 'sms' as account, '' as project, coalesce(p.value, 0) as stored, coalesce(e.value, 0) as expected,
      p.operator_id as person_id
    from (
      select id, org_code, operator_id, case when texts_after < 0 then 0 else texts end::bigint as value
        from sms_purchase where state = 'paid'
    ) p
    full join (
      select cause_id, org_code, sum(delta)::bigint as value from sms_entry where kind = 'purchase' group by cause_id, org_code
    ) e on e.cause_id = p.id and e.org_code = p.org_code
    where coalesce(p.value, 0) <> coalesce(e.value, 0)`

/** SMS of mass messages in the outbox, with what was taken for them. */
const mass = sql`
  select coalesce(m.org_code, e.org_code) as org_code, 'smsMass' as kind, coalesce(m.id, e.cause_id)::text as reference,
      '' as member_id, 'sms' as account, '' as project, coalesce(m.value, 0) as stored, coalesce(e.value, 0) as expected,
      null::uuid as person_id
    from (select id, org_code, (queued * parts)::bigint as value from mass_message) m
    full join (
      select cause_id, org_code, sum(texts)::bigint as value from sms_entry where kind in ('mass', 'returned') group by cause_id, org_code
    ) e on e.cause_id = m.id and e.org_code = m.org_code
    where coalesce(m.value, 0) <> coalesce(e.value, 0)`

/** SMS to one receiver that were sent and never taken from the count; of the time since changes are recorded. */
const single = sql`
  select m.org_code, 'smsMessage' as kind, m.id::text as reference, coalesce(m.member_id, '') as member_id, 'sms' as account,
      '' as project, 1::bigint as stored, 0::bigint as expected, null::uuid as person_id
    from message m
    join (select org_code, min(created_at) as since from sms_entry where kind = 'message' group by org_code) f
      on f.org_code = m.org_code and m.created_at >= f.since
    where m.type = '1' and m.send_status = '1' and m.occasion <> 'mass'
      and not exists (select from sms_entry e where e.cause_id = m.id and e.org_code = m.org_code and e.kind = 'message')`

/** Payments for packages at their seller, with the purchases, which may be of other stores. */
const payment = sql`
  select coalesce(p.org_code, b.seller_code) as org_code, 'payment' as kind, coalesce(p.id, b.id)::text as reference, '' as member_id,
      'scan' as account, '' as project, coalesce(p.amount, 0) as stored, coalesce(b.amount, 0) as expected,
      coalesce(p.operator_id, b.operator_id) as person_id
    from (select id, org_code, amount, operator_id from payment where state = 'paid' and order_kind = 'smsPurchase') p
    full join (
      select s.* from sms_sales(current_setting('pitlane.scope'), current_setting('pitlane.scope_end')) s
    ) b on b.id = p.id and b.seller_code = p.org_code
    where coalesce(p.amount, 0) <> coalesce(b.amount, 0)`

export const smsChecks: readonly RawBuilder<unknown>[] = [count, bought, mass, single, payment]

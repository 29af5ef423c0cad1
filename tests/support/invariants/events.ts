import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Events and their sign-ups; that fees and ledger agree is a comparison of the reconciliation. */
export const eventInvariants: readonly Invariant[] = [
  {
    name: 'an event has no more members than places, and whoever waits came after them',
    broken: sql`
      select e.id, concat_ws(' ', e.places, s.taken, s.last_taken, s.first_waiting) as detail
        from event e join lateral (
          select count(*) filter (where state in ('preparing', 'successful')) as taken,
              max(number) filter (where state in ('preparing', 'successful')) as last_taken,
              min(number) filter (where state = 'waiting') as first_waiting
            from event_sign_up s where s.event_id = e.id and s.org_code = e.org_code
        ) s on true
        where e.places > 0 and s.taken > e.places or s.last_taken > s.first_waiting`,
  },
  {
    name: 'a place that nobody moved up to holds its whole fee, and no other sign-up holds anything',
    broken: sql`
      select s.id, concat_ws(' ', s.state, s.fee, s.moved_up_at, h.held) as detail
        from event_sign_up s join lateral (
          select coalesce(sum(l.amount), 0)::bigint as held from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
            where h.id = s.id and h.org_code = s.org_code and h.state = 'held'
        ) h on true
        where case when s.state <> 'preparing' then h.held <> 0 when s.moved_up_at is null then h.held <> s.fee else h.held not in (0, s.fee) end`,
  },
  {
    name: 'a cancelled sign-up gave back its whole fee or the part that was agreed, by entries of its own',
    broken: sql`
      select s.id, concat_ws(' ', s.fee, s.late_refund, s.back_amount, l.back) as detail
        from event_sign_up s join lateral (
          select coalesce(sum(b.delta), 0)::bigint as back from ledger_line b join ledger_line g on g.seq = b.reverses and g.org_code = b.org_code
            where b.cause_kind = 'eventBack' and g.cause_id = s.id and b.org_code = s.org_code and b.cause_id = s.back_id
        ) l on true
        where l.back <> s.back_amount
          or s.taken_at is not null and s.state = 'cancelled' and s.back_amount not in (s.fee, floor((s.fee * s.late_refund + 50) / 100))`,
  },
  {
    name: 'the sign-ups of a cancelled event have ended, and it keeps nothing of those that ended with it',
    broken: sql`
      select s.id, concat_ws(' ', s.state, s.fee, s.back_amount) as detail
        from event_sign_up s join event e on e.id = s.event_id and e.org_code = s.org_code
        where e.cancelled_at is not null
          and (s.state in ('waiting', 'preparing', 'successful') or s.ended_at = e.cancelled_at and s.taken_at is not null and s.back_amount <> s.fee)`,
  },
]

/** Holds once the job has run after the end of registration. */
export const endedEventInvariants = (now: Date): readonly Invariant[] => [
  {
    name: 'no fee is held after the end of registration, and nobody waits for an event that has begun',
    broken: sql`
      select s.id, s.state as detail from event_sign_up s join event e on e.id = s.event_id and e.org_code = s.org_code
        where s.state = 'preparing' and e.registration_until <= ${now} or s.state = 'waiting' and e.starts_at <= ${now}`,
  },
]

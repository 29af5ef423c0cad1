import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Sessions with their reservations and arrivals. The reconciliation compares each deposit, account by account. */
export const bookingInvariants: readonly Invariant[] = [
  {
    name: 'no session has more people than its capacity',
    broken: sql`
      select s.id, concat_ws(' ', s.capacity, sum(r.people)) as detail
        from reservation_session s join reservation r on r.session_id = s.id and r.org_code = s.org_code
        where s.capacity > 0 and r.state in ('WAITING', 'CONFIRMED', 'ARRIVED')
        group by s.id, s.org_code, s.capacity having sum(r.people) > s.capacity`,
  },
  {
    name: 'those of a reservation who are here have orders that stand, and nobody else',
    broken: sql`
      select r.id, concat_ws(' ', r.state, r.arrived, here.people) as detail
        from reservation r
        join lateral (select coalesce(sum(a.people), 0) as people from reservation_arrival a
          join consume_order o on o.id = a.order_id and o.org_code = a.org_code
          where a.reservation_id = r.id and a.org_code = r.org_code and o.state <> 'closed') here on true
        where r.arrived <> here.people or (r.state = 'ARRIVED') <> (r.arrived > 0)`,
  },
  {
    name: 'a reservation is where its session is, and no deposit stays with one that has ended or whose guests have paid',
    broken: sql`
      select r.id, concat_ws(' ', r.state, r.deposit_state) as detail
        from reservation r left join reservation_session s on s.id = r.session_id and s.org_code = r.org_code
        where s.id is null or r.state in ('CANCELLED', 'ARRIVED') and r.deposit_state = 'unpaid'
          or r.deposit_state = 'held' and (r.state = 'CANCELLED' or exists (select from reservation_arrival a
            join consume_order o on o.id = a.order_id and o.org_code = a.org_code
            where a.reservation_id = r.id and a.org_code = r.org_code and o.state not in ('nopay', 'closed')))
          or r.state <> 'CANCELLED' and (r.starts_at, r.ends_at, r.session_number) <> (s.starts_at, s.ends_at, s.number)`,
  },
]

/** Holds once everything that the clock ends has ended. */
export const endedBookingInvariants = (now: Date): readonly Invariant[] => [
  {
    name: 'nobody is awaited after their time, and nothing that they paid ahead waits for them',
    broken: sql`
      select r.id, concat_ws(' ', r.state, r.starts_at, r.ends_at, r.deposit_state) as detail
        from reservation r join store s on s.org_code = r.org_code
        where r.starts_at + make_interval(mins => s.reservation_grace) <= ${now}
          and (r.state in ('WAITING', 'CONFIRMED') or r.ends_at <= ${now} and r.deposit_state in ('held', 'unpaid'))`,
  },
]

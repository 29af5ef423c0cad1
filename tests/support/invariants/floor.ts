import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** The floor: vehicles, their runs, and the queue. */
export const floorInvariants: readonly Invariant[] = [
  {
    name: 'a vehicle has one run at most, and one that its record names',
    broken: sql`
      select v.id, concat_ws(' ', v.name, r.runs, r.strange) as detail
        from vehicle v
        join lateral (select count(*) as runs, count(*) filter (where p.run_id is distinct from g.id or p.vehicle_id is distinct from v.id
              or p.state = 'CANCELLED') as strange
            from run g left join play_record p on p.id = g.play_id and p.org_code = g.org_code
            where g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING') r on true
        where r.runs > 1 or r.strange > 0`,
  },
  {
    name: 'a run goes on from one that was swapped, of the same ride, and from each only one',
    broken: sql`
      select coalesce(g.id, before.id) as id, concat_ws(' ', g.continues, before.ended_how, g.play_id, before.play_id) as detail
        from (select * from run where continues is not null) g
        full join (select * from run where ended_how = 'swapped') before on before.id = g.continues and before.org_code = g.org_code
        where g.id is null or before.id is null or g.play_id <> before.play_id or g.vehicle_id = before.vehicle_id
          or g.started_at < before.ended_at
          or exists (select from run other where other.continues = g.continues and other.org_code = g.org_code and other.id <> g.id)`,
  },
  {
    name: 'a run was made longer as often as the trail says',
    broken: sql`
      select coalesce(t.id, g.id::text) as id, concat_ws(' ', t.times, g.times) as detail
        from (select record_id as id, org_code, count(*) as times from audit_entry
          where action = '/dispatch/sysDispatch/extend' group by record_id, org_code) t
        full join (select g.id, g.org_code, g.extended - coalesce(before.extended, 0) as times
          from run g left join run before on before.id = g.continues and before.org_code = g.org_code
          where g.extended > coalesce(before.extended, 0)) g on g.id::text = t.id and g.org_code = t.org_code
        where t.times is distinct from g.times`,
  },
  {
    name: 'laps are counted one by one, and no more than were paid for',
    broken: sql`
      select g.id, concat_ws(' ', g.laps_done, g.laps, l.laps, l.last) as detail
        from run g
        join lateral (select count(*) as laps, coalesce(max(number), 0) as last from lap l
          where l.run_id = g.id and l.org_code = g.org_code) l on true
        where l.laps > 0 and (g.laps_done <> l.last or l.laps > l.last or g.run_mode = 'circlemode' and g.laps_done > g.laps)`,
  },
  {
    name: 'a place in line has its ride, and what it needs to stand there',
    broken: sql`
      select q.id, concat_ws(' ', q.state, q.end_reason, q.called_at, q.expires_at) as detail
        from queue_entry q
        left join play_record p on p.id = q.play_id and p.org_code = q.org_code
        where p.id is null
          or exists (select from queue_entry other where other.play_id = q.play_id and other.org_code = q.org_code and other.id <> q.id)
          or case q.state when 'WAITING' then q.expires_at is null or q.end_reason <> '' or q.place = 0
            when 'CALLED' then q.expires_at is null or q.end_reason <> '' or q.called_at is null or q.place = 0
            when 'CANCELLED' then false else q.end_reason <> '' end`,
  },
  {
    name: 'value is held for rides that hang and sign-ups that have a place, and for no others',
    broken: sql`
      select h.id, concat_ws(' ', h.state, p.state) as detail
        from hold h left join play_record p on p.id = h.id and p.org_code = h.org_code
        left join event_sign_up s on s.id = h.id and s.org_code = h.org_code
        where h.state = 'held' and p.state is distinct from 'PENDING' and s.state is distinct from 'preparing'`,
  },
]

/** Holds once everything that the clock ends has ended. */
export const endedFloorInvariants = (now: Date): readonly Invariant[] => [
  {
    name: 'no run, place in line or free trial goes on after its time',
    broken: sql`
      select id, 'run ' || ends_at as detail from run where state = 'RUNNING' and ends_at <= ${now}
      union all select id, 'place ' || expires_at from queue_entry where state in ('WAITING', 'CALLED') and expires_at <= ${now}
      union all select id, 'trial ' || created_at from play_record
        where state = 'PENDING' and member_id is null and created_at < ${now}::timestamptz - interval '61 minutes'`,
  },
]

-- Cancels an event with all its sign-ups, and gives every fee back whole. Who cancelled before keeps what was agreed then. Returns
-- {orgCode, ended, back}: how many sign-ups ended, and what was given back of taken fees.
create or replace function cancel_event(
  -- id: of the event; userId, username, realname; reason, now.
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  wanted event;
  signed event_sign_up;
  ended integer := 0;
  back bigint := 0;
begin
  wanted := lock_event((call ->> 'id')::uuid, 'id');
  if wanted.cancelled_at is not null then
    perform refuse('events.cancelled', jsonb_build_object('field', 'id', 'event', wanted.name));
  elsif at_time >= wanted.ends_at then
    perform refuse('events.over', jsonb_build_object('event', wanted.name, 'time', wanted.ends_at));
  end if;
  update event e set cancelled_at = at_time, cancelled_by = call ->> 'realname', cancel_reason = call ->> 'reason',
      updated_by = call ->> 'username', updated_at = at_time
    where e.id = wanted.id and e.org_code = wanted.org_code;
  -- All members by number before any of them, as everywhere.
  perform 1 from member m where m.org_code = wanted.org_code and m.id in (
      select coalesce(own.merged_into, own.id) from event_sign_up s join member own on own.id = s.member_id and own.org_code = s.org_code
        where s.event_id = wanted.id and s.org_code = wanted.org_code and s.state in ('preparing', 'successful'))
    order by m.id for no key update;
  for signed in
    select s.* from event_sign_up s
      where s.event_id = wanted.id and s.org_code = wanted.org_code and s.state in ('waiting', 'preparing', 'successful')
      order by s.number for no key update
  loop
    back := back + end_sign_up(signed, 100, (call ->> 'userId')::uuid, call ->> 'realname', call ->> 'reason', at_time);
    ended := ended + 1;
  end loop;
  return jsonb_build_object('orgCode', wanted.org_code, 'ended', ended, 'back', back);
end
$$;

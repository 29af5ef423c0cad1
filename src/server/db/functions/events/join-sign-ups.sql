-- Leaves two members who are merged one place at each event that has not begun, or one of both in the waiting list: the place first, then the
-- earlier sign-up. The others end, and their fees are given back whole. Returns how many have ended.
--
-- The caller has locked both members, and before them the events. An event that either of them signed up for since then is tried again.
create or replace function join_sign_ups(
  p_org_code text, p_members text[], p_events uuid[],
  /* userId, realname, username. */
  p_by jsonb, p_reason text, p_now timestamptz
) returns integer language plpgsql as $$
declare
  surplus event_sign_up;
  ended integer := 0;
begin
  for surplus in
    select s.* from event_sign_up s
      where s.org_code = p_org_code and s.id in (
        select own.id from (
          select o.id, row_number() over (partition by o.event_id order by o.state = 'waiting', o.number) as place
            from event_sign_up o join event e on e.id = o.event_id and e.org_code = o.org_code
            where o.org_code = p_org_code and o.member_id = any (p_members) and o.state in ('waiting', 'preparing', 'successful')
              and e.cancelled_at is null and e.starts_at > p_now
        ) own where own.place > 1)
      order by s.event_id, s.number for no key update
  loop
    if surplus.event_id <> all (p_events) then
      raise exception using errcode = 'serialization_failure', message = 'the member has just signed up for an event';
    end if;
    perform end_sign_up(surplus, 100, (p_by ->> 'userId')::uuid, coalesce(nullif(p_by ->> 'realname', ''), p_by ->> 'username'),
      p_reason, p_now);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

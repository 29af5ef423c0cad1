-- How many members wait for a place of an event.
create or replace function event_waiting(p_event uuid, p_org_code text) returns integer language sql stable as $$
  select count(*)::integer from event_sign_up s where s.event_id = p_event and s.org_code = p_org_code and s.state = 'waiting'
$$;

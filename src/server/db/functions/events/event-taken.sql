-- How many places of an event are taken.
create or replace function event_taken(p_event uuid, p_org_code text) returns integer language sql stable as $$
  select count(*)::integer from event_sign_up s
    where s.event_id = p_event and s.org_code = p_org_code and s.state in ('preparing', 'successful')
$$;

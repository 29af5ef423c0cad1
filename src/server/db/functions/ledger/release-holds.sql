-- Releases the holds of cancelled orders; members are locked in a fixed order. Runs as its owner, so it reads only holds in the caller's
-- scope.
create or replace function release_holds(p_holds uuid[], p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  open record;
begin
  perform 1 from member m
    where exists (select from hold h where h.id = any (p_holds) and h.state = 'held' and h.member_id = m.id and h.org_code = m.org_code)
    order by m.id for no key update;
  for open in
    select h.id, h.org_code from hold h where h.id = any (p_holds) and h.state = 'held' order by h.id
  loop
    perform require_scope(open.org_code);
    perform end_hold(open.id, open.org_code, 'released', p_now);
  end loop;
end
$$;

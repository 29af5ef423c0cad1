-- Ends a hold and frees its value; no effect on an ended hold. The caller has locked the member.
create or replace function end_hold(p_hold uuid, p_org_code text, p_state text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  reserver text;
begin
  update hold h set state = p_state, ended_at = p_now
    where h.id = p_hold and h.org_code = p_org_code and h.state = 'held'
    returning h.member_id into reserver;
  if not found then
    return false;
  end if;
  update wallet w set held = w.held - l.amount from hold_line l
    where l.hold_id = p_hold and l.org_code = p_org_code
      and w.member_id = reserver and w.kind = l.kind and w.project = l.project and w.org_code = p_org_code;
  return true;
end
$$;

-- Writes one line of a hold; `hold_value` has checked that enough is free.
create or replace function hold_in_wallet(p_hold uuid, p_org_code text, p_member text, p_kind text, p_amount bigint) returns void
language plpgsql as $$
begin
  update wallet w set held = w.held + p_amount
    where w.member_id = p_member and w.kind = p_kind and w.project = '' and w.org_code = p_org_code;
  insert into hold_line (hold_id, org_code, kind, amount) values (p_hold, p_org_code, p_kind, p_amount);
end
$$;

-- Writes one line of a hold; the caller has checked that enough is free. A card is no wallet: its held uses are counted from the lines.
create or replace function hold_in_wallet(
  p_hold uuid, p_org_code text, p_member text, p_kind text, p_amount bigint, p_project text default ''
) returns void language plpgsql as $$
begin
  update wallet w set held = w.held + p_amount
    where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = p_org_code;
  insert into hold_line (hold_id, org_code, kind, project, amount) values (p_hold, p_org_code, p_kind, p_project, p_amount);
end
$$;

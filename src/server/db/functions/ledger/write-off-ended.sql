-- Writes off the ended value of one wallet in the ledger; returns the amount. Value held by open orders since before its end stays until they
-- are settled or cancelled. The caller has locked the member.
create or replace function write_off_ended(
  cause ledger_cause, p_member text, p_kind text, p_project text
) returns bigint language plpgsql as $$
declare
  own wallet;
  gone bigint := 0;
  after bigint;
  lot record;
  lot_ids bigint[] := '{}';
  lot_deltas bigint[] := '{}';
begin
  select w.* into own from wallet w
    where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code
      and w.ends_from <= cause.at;
  if not found then
    return 0;
  end if;
  for lot in select e.id, e.part from ended_lots(own, cause.at) e loop
    update wallet_lot l set value_left = l.value_left - lot.part where l.id = lot.id and l.org_code = cause.org_code;
    lot_ids := lot_ids || lot.id;
    lot_deltas := lot_deltas || -lot.part;
    gone := gone + lot.part;
  end loop;
  update wallet w set value = w.value - gone, ends_from = (select min(l.valid_until) from wallet_lot l
      where l.member_id = p_member and l.org_code = cause.org_code and l.kind = p_kind and l.project = p_project and l.is_open)
    where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code
    returning w.value into after;
  if gone > 0 then
    insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, created_at,
        business_day, lot_ids, lot_deltas)
      values (cause.org_code, p_member, p_kind, p_project, -gone, after, 'expire', gen_random_uuid(), cause.at, cause.day,
        lot_ids, lot_deltas);
  end if;
  return gone;
end
$$;

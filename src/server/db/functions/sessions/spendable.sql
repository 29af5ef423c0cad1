-- What a member may spend now, {balance, give, integral, laps, visits: {project: visits}, unlimited: [project]}: without what other orders
-- hold and what has ended, with what `p_hold` reserves for this one. Whoever spends it has locked the member.
create or replace function spendable(p_org_code text, p_member text, p_hold uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  has jsonb := '{"balance": 0, "give": 0, "integral": 0, "laps": 0}';
  visits jsonb := '{}';
  part record;
begin
  for part in
    select w.kind, w.project, free.value - case when w.ends_from <= p_now then least(free.value, (
          select coalesce(sum(l.value_left), 0) from wallet_lot l
            where l.member_id = w.member_id and l.org_code = w.org_code and l.kind = w.kind and l.project = w.project
              and l.is_open and l.valid_until <= p_now)) else 0 end as value
      from wallet w
      cross join lateral (select w.value - w.held + coalesce((
          select own.amount from hold_line own join hold h on h.id = own.hold_id and h.org_code = own.org_code
            where own.hold_id = p_hold and own.org_code = w.org_code and own.kind = w.kind and own.project = w.project
              and h.state = 'held' and h.member_id = w.member_id), 0) as value) free
      where w.member_id = p_member and w.org_code = p_org_code
  loop
    if part.kind = 'frequency' then
      visits := visits || jsonb_build_object(part.project, part.value);
    else
      has := has || jsonb_build_object(part.kind, part.value);
    end if;
  end loop;
  return has || jsonb_build_object('visits', visits, 'unlimited', (
    select coalesce(jsonb_agg(p.project_type), '[]') from member_project p
      where p.member_id = p_member and p.org_code = p_org_code and p.unlimited_name <> '' and p.unlimited_uses <> 0
        and (p.unlimited_until > p_now) is not false));
end
$$;

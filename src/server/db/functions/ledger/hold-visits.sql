-- Holds the visits, and the use of an unlimited card, that a ride would take now. Returns null, or what is lacking, as `charge_lines`; then
-- nothing is held. An order whose earlier hold was released may hold again.
--
-- The caller has locked the member. Runs as its owner, so it checks the scope itself.
create or replace function hold_visits(
  p_hold uuid, p_org_code text, p_member text, /* From `visit_terms`. */ p_terms jsonb, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lines jsonb;
  line record;
begin
  perform require_scope(p_org_code);
  lines := charge_lines(p_terms, (p_terms ->> 'people')::integer, 1, '', '', spendable(p_org_code, p_member, p_now));
  if jsonb_typeof(lines) = 'object' then
    return lines;
  elsif lines = '[]' then
    return null;
  end if;
  insert into hold as h (id, org_code, member_id, created_at) values (p_hold, p_org_code, p_member, p_now)
    on conflict on constraint hold_pkey do update
      set member_id = excluded.member_id, state = 'held', created_at = excluded.created_at, ended_at = null;
  for line in select l.account, l.project, -l.delta as amount from jsonb_to_recordset(lines) as l (account text, project text, delta bigint) loop
    perform hold_in_wallet(p_hold, p_org_code, p_member, line.account, line.amount, line.project);
  end loop;
  return null;
end
$$;

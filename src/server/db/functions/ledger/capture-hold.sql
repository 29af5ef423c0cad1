-- Takes exactly the amount held in the member's wallets, if it is the whole price; returns the entries written. Returns null where there is
-- no such hold, and also releases a hold of another amount.
--
-- The caller has locked the member. Runs as its owner, so it checks the scope itself.
create or replace function capture_hold(
  cause ledger_cause, p_hold uuid,
  /* The sum over all wallets, across their units. */
  p_amount bigint
) returns ledger_posted[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer ledger_posted[] := '{}';
  holder text;
  kinds text[];
  projects text[];
  amounts bigint[];
  total bigint;
begin
  perform require_scope(cause.org_code);
  update hold h set state = 'captured', ended_at = cause.at
    where h.id = p_hold and h.org_code = cause.org_code and h.state = 'held'
    returning h.member_id into holder;
  if not found then
    return null;
  end if;
  select array_agg(l.kind), array_agg(l.project), array_agg(l.amount), sum(l.amount)
    into kinds, projects, amounts, total from hold_line l where l.hold_id = p_hold and l.org_code = cause.org_code;
  if total is distinct from p_amount then
    update hold h set state = 'held', ended_at = null where h.id = p_hold and h.org_code = cause.org_code;
    perform end_hold(p_hold, cause.org_code, 'released', cause.at);
    return null;
  end if;
  for place in 1 .. cardinality(kinds) loop
    answer := answer || take_from_wallet(cause, holder, kinds[place], projects[place], amounts[place], amounts[place], null, null);
  end loop;
  return answer;
end
$$;

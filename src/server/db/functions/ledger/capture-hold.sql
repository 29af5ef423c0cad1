-- Takes exactly the amount held in the member's wallets, if it is the whole price; returns the entries written. Returns null where there is
-- no such hold, and also releases a hold of another amount, or of a card that was taken back. A part of the held money may be left to the
-- member.
--
-- The caller has locked the member. Runs as its owner, so it checks the scope itself.
create or replace function capture_hold(
  cause ledger_cause, p_hold uuid,
  /* The sum over all wallets, across their units; null: whatever is held, because a card decides how many visits a ride takes. */
  p_amount bigint,
  /* The part of the held money that is freed; the other wallets give what is held. */
  p_unused bigint default 0,
  p_charge_order text default null
) returns ledger_posted[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer ledger_posted[] := '{}';
  made hold;
  kinds text[];
  projects text[];
  amounts bigint[];
  total bigint;
  balance bigint;
  give bigint;
  paid bigint;
  needed bigint;
begin
  perform require_scope(cause.org_code);
  select h.* into made from hold h where h.id = p_hold and h.org_code = cause.org_code and h.state = 'held';
  if not found then
    return null;
  end if;
  select array_agg(l.kind), array_agg(l.project), array_agg(l.amount), sum(l.amount)
    into kinds, projects, amounts, total from hold_line l where l.hold_id = p_hold and l.org_code = cause.org_code;
  if total is null or total <> p_amount or exists (
      select from hold_line l
        left join member_project p on p.member_id = made.member_id and p.org_code = l.org_code and p.project_type = l.project
        where l.hold_id = p_hold and l.org_code = cause.org_code and l.kind = 'unlimited'
          and (p.unlimited_name <> '' and p.unlimited_uses <> 0) is not true) then
    perform end_hold(p_hold, cause.org_code, 'released', cause.at);
    return null;
  end if;
  if p_unused > 0 then
    balance := coalesce(amounts[array_position(kinds, 'balance')], 0);
    give := coalesce(amounts[array_position(kinds, 'give')], 0);
    paid := split_paid(balance + give - p_unused, balance, give, p_charge_order);
  end if;
  for place in 1 .. cardinality(kinds) loop
    if kinds[place] = 'unlimited' then
      answer := answer || post_unlimited(cause,
        ('unlimited', made.member_id, projects[place], -amounts[place], null, null, null, null, null, null)::ledger_entry, true);
      continue;
    end if;
    needed := case when p_unused > 0 and kinds[place] = 'balance' then paid
      when p_unused > 0 and kinds[place] = 'give' then balance + give - p_unused - paid else amounts[place] end;
    if needed > 0 then
      answer := answer || take_from_wallet(cause, made.member_id, kinds[place], projects[place], needed, amounts[place], null, null,
        made.created_at);
    else
      update wallet w set held = w.held - amounts[place]
        where w.member_id = made.member_id and w.kind = kinds[place] and w.project = projects[place] and w.org_code = cause.org_code;
    end if;
  end loop;
  -- Only now, because an open hold keeps its value from being written off.
  update hold h set state = 'captured', ended_at = cause.at where h.id = p_hold and h.org_code = cause.org_code;
  return answer;
end
$$;

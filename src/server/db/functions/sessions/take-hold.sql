-- Looks up the member of a start, refuses one who is unknown, frozen or past the end date, and holds the price; returns whether it is
-- held. An empty wallet refuses the start where `p_required`, and otherwise leaves it without a hold. The consumption password is required
-- only where `p_required`; `p_password_hash` is the hash that the entered password matched.
--
-- The member is a contended row: it is locked here, after all other locks of a start but the queue number.
create or replace function take_hold(
  p_play uuid, p_org_code text, p_member text, p_money bigint, p_integral bigint, p_laps bigint, p_coins bigint,
  p_give bigint, p_charge_order text, p_required boolean, p_password_hash text,
  /* When the ride began: a member whose end date passed since then was valid. */
  p_begins timestamptz, p_now timestamptz,
  /* From `visit_terms`. */
  p_visits jsonb default null
) returns boolean language plpgsql as $$
declare
  who record;
  lack record;
  visits_lack jsonb;
begin
  select m.merged_into, m.frozen, m.end_time, m.consume_password into who
    from member m where m.id = p_member and m.org_code = p_org_code for no key update;
  if not found then
    perform refuse_missing_member(p_org_code, p_member);
  elsif who.merged_into is not null then
    -- Merged just now: a retry of the start finds the remaining member.
    raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
  elsif who.frozen then
    perform refuse('members.frozen', '{"field": "userId"}');
  elsif who.end_time <= p_begins then
    perform refuse('members.ended', '{"field": "userId"}');
  elsif p_money + p_integral + p_laps + p_coins + p_give = 0 and p_visits is null then
    return false;
  elsif p_required and who.consume_password is distinct from p_password_hash and who.consume_password is not null then
    perform refuse('members.passwordRequired', '{"field": "password"}');
  end if;
  if p_visits is not null then
    visits_lack := hold_visits(p_play, p_org_code, p_member, p_visits, p_now);
    if visits_lack is not null and p_required then
      perform refuse(visits_lack ->> 'code', visits_lack - 'code');
    end if;
    return visits_lack is null;
  end if;
  lack := hold_value(p_play, p_org_code, p_member, p_money, p_integral, p_laps, p_coins, p_give, p_charge_order, p_now);
  if lack.short is null then
    return true;
  elsif p_required then
    perform refuse(short_wallet(lack.short), jsonb_build_object('needed', lack.needed, 'available', lack.available));
  end if;
  return false;
end
$$;

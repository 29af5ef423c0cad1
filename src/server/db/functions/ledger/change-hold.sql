-- Changes what an open order holds, or refuses with the amounts; an order that holds nothing has no open hold. Runs as its owner, so it
-- checks the scope itself.
create or replace function change_hold(
  p_hold uuid, p_org_code text, p_member text, p_money bigint, p_integral bigint, p_laps bigint, p_coins bigint,
  p_give bigint, p_charge_order text, p_now timestamptz, /* From `visit_terms`. */ p_visits jsonb default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lack record;
  visits_lack jsonb;
begin
  perform require_scope(p_org_code);
  perform 1 from member m where m.id = p_member and m.org_code = p_org_code for no key update;
  perform end_hold(p_hold, p_org_code, 'released', p_now);
  delete from hold_line l where l.hold_id = p_hold and l.org_code = p_org_code;
  if p_visits is not null then
    visits_lack := hold_visits(p_hold, p_org_code, p_member, p_visits, p_now);
    if visits_lack is not null then
      perform refuse(visits_lack ->> 'code', visits_lack - 'code');
    end if;
    return;
  elsif p_money + p_integral + p_laps + p_coins + p_give = 0 then
    return;
  end if;
  lack := hold_value(p_hold, p_org_code, p_member, p_money, p_integral, p_laps, p_coins, p_give, p_charge_order, p_now);
  if lack.short is not null then
    perform refuse(short_wallet(lack.short), jsonb_build_object('needed', lack.needed, 'available', lack.available));
  end if;
end
$$;

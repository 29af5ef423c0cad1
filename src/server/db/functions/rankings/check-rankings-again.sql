-- Queues a check of the published rankings in which the runs of a ride are.
create or replace function check_rankings_again(p_play uuid, p_org_code text) returns void language sql as $$
  insert into ranking_change (org_code, from_day, until_day, vehicle_type, rule_id, cause)
    select b.org_code, b.day, b.day, b.vehicle_type, b.rule_id, jsonb_build_object('kind', 'again')
      from run g
      join run_best b on b.run_id = g.id and b.org_code = g.org_code
      join ranking_watermark m on m.org_code = b.org_code and m.published_until >= b.day
      where g.play_id = p_play and g.org_code = p_org_code
$$;

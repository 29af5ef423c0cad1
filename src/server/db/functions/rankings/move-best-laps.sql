-- When the rule of a ride is changed later, its best laps go to the rankings of the new one, or leave them where that takes no part. Rankings
-- that are published are checked again.
create or replace function move_best_laps() returns trigger language plpgsql as $$
begin
  -- A lap that is timed meanwhile waits and then sees the new rule, or is seen here.
  perform 1 from run g where g.play_id = new.id and g.org_code = new.org_code order by g.id for update;
  perform check_rankings_again(new.id, new.org_code);
  if not new.ranked or new.consume_type = 'TESTCARD' then
    delete from run_best b using run g
      where g.play_id = new.id and g.org_code = new.org_code and b.run_id = g.id and b.org_code = g.org_code;
    return null;
  end if;
  update run_best b set rule_id = new.rule_id
    from run g
    where g.play_id = new.id and g.org_code = new.org_code and b.run_id = g.id and b.org_code = g.org_code;
  -- Where the old rule took no part.
  insert into run_best (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
    select distinct on (l.run_id) l.run_id, l.org_code, new.member_id, l.vehicle_id, v.vehicle_type, new.rule_id,
        business_day(g.org_code, g.started_at), l.number, l.ms, l.done_at, l.late
      from run g
      join lap l on l.run_id = g.id and l.org_code = g.org_code and l.ms is not null
      join vehicle v on v.id = l.vehicle_id and v.org_code = l.org_code
      where g.play_id = new.id and g.org_code = new.org_code
      order by l.run_id, l.ms, l.done_at
    on conflict do nothing;
  insert into ranking_board
    select distinct b.org_code, b.vehicle_type, b.rule_id
      from run g join run_best b on b.run_id = g.id and b.org_code = g.org_code
      where g.play_id = new.id and g.org_code = new.org_code
    on conflict do nothing;
  perform check_rankings_again(new.id, new.org_code);
  return null;
end
$$;

create or replace trigger play_rule_moves_best after update of rule_id, ranked, consume_type on play_record
  for each row when (old.rule_id <> new.rule_id or old.ranked <> new.ranked
    or (old.consume_type = 'TESTCARD') <> (new.consume_type = 'TESTCARD')) execute function move_best_laps();

-- Stores the best lap of each run, however its laps are reported. If the rankings of that day are published, queues a check whether it
-- corrects them.
create or replace function store_best_lap() returns trigger language plpgsql as $$
declare
  ride record;
  changed boolean;
begin
  -- A change of the ride's rule holds its runs (move_best_laps), and is seen after the wait.
  perform 1 from run g where g.id = new.run_id and g.org_code = new.org_code for key share;
  select g.racer, g.started_at, p.member_id, p.rule_id, p.ranked and p.consume_type <> 'TESTCARD' as ranked, v.vehicle_type, business_day(g.org_code, g.started_at) as day into ride
    from run g
    join play_record p on p.id = g.play_id and p.org_code = g.org_code
    join vehicle v on v.id = new.vehicle_id and v.org_code = g.org_code
    where g.id = new.run_id and g.org_code = new.org_code;
  if not found or not ride.ranked then
    return null;
  end if;
  insert into run_best as known (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
    values (new.run_id, new.org_code, ride.member_id, new.vehicle_id, ride.vehicle_type, ride.rule_id, ride.day, new.number, new.ms,
      new.done_at, new.late)
    on conflict on constraint run_best_pkey do update
      set lap_number = excluded.lap_number, ms = excluded.ms, done_at = excluded.done_at, late = excluded.late
      where excluded.ms < known.ms
    returning true into changed;
  if changed is null then
    return null;
  end if;
  insert into ranking_board values (new.org_code, ride.vehicle_type, ride.rule_id) on conflict do nothing;
  if exists (select from ranking_watermark m where m.org_code = new.org_code and m.published_until >= ride.day) then
    insert into ranking_change (org_code, from_day, until_day, vehicle_type, rule_id, cause)
      values (new.org_code, ride.day, ride.day, ride.vehicle_type, ride.rule_id,
        jsonb_build_object('kind', 'lap', 'racer', ride.racer, 'ms', new.ms));
  end if;
  return null;
end
$$;

create or replace trigger lap_stores_best after insert on lap
  for each row when (new.ms is not null) execute function store_best_lap();
create or replace trigger lap_time_stores_best after update of ms on lap
  for each row when (new.ms is not null) execute function store_best_lap();

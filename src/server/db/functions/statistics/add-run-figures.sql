-- Adds an ended run to the totals of its vehicle and hour, or subtracts it, as a ride or as a test drive. Its laps are those driven.
create or replace function add_run_figures(p_run run, p_is_test boolean, /* 1 or -1. */ p_sign integer) returns void
language sql as $$
  insert into vehicle_hour as known (org_code, day, hour, vehicle_id, runs, seconds, laps, tests)
    select p_run.org_code, business_day(p_run.org_code, p_run.started_at), to_char(p_run.started_at at time zone s.time_zone, 'HH24'),
        p_run.vehicle_id, case when p_is_test then 0 else p_sign end,
        case when p_is_test then 0 else p_sign * greatest(0, extract(epoch from p_run.ended_at - p_run.started_at)::bigint) end,
        case when p_is_test then 0 else p_sign * p_run.laps_done end, case when p_is_test then p_sign else 0 end
      from store s where s.org_code = p_run.org_code
    on conflict on constraint vehicle_hour_pkey do update
      set runs = known.runs + excluded.runs, seconds = known.seconds + excluded.seconds, laps = known.laps + excluded.laps,
        tests = known.tests + excluded.tests
$$;

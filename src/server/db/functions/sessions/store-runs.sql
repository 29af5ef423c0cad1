-- Writes runs that begin; only `end_run`, laps and extensions change them later. The caller has locked the vehicles.
create or replace function store_runs(begun run[]) returns void language plpgsql as $$
begin
  insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at, ended_at, ended_how,
      delay_seconds, laps, extended, continues)
    select r.id, r.org_code, r.play_id, r.vehicle_id, r.run_mode, r.racer, r.started_by, r.state, r.started_at, r.ends_at, r.ended_at,
        coalesce(r.ended_how, ''), r.delay_seconds, r.laps, coalesce(r.extended, 0), r.continues
      from unnest(begun) r;
end
$$;

-- Counts a lap of a run once, however often it is reported; the only function that writes laps. The last lap of a run by laps calls the
-- vehicle back. `p_ms` is null where staff only counted the lap; a later report of the vehicle adds its time. Returns the result: `new`,
-- `timed` (a time was added to a counted lap), `known`, `tooMany` (more than the run includes), `over` (driven after the run's end) or
-- `unknown` (no such run, or a run of another vehicle than `p_by`, which is null for a count by staff); and whether the run was over when
-- the report arrived.
create or replace function count_lap(
  p_run uuid, p_org_code text, p_by uuid, p_number integer, p_ms integer, p_sectors integer[], p_device_at timestamptz, p_done_at timestamptz,
  p_now timestamptz, out outcome text, out late boolean, out vehicle_id uuid, out ended boolean
) language plpgsql as $$
declare
  found_run run;
  done timestamptz;
  is_new boolean;
begin
  late := false;
  ended := false;
  select g.vehicle_id into vehicle_id from run g where g.id = p_run and g.org_code = p_org_code;
  if not found or p_by <> vehicle_id then
    vehicle_id := null;
    outcome := 'unknown';
    return;
  end if;
  perform 1 from vehicle v where v.id = vehicle_id and v.org_code = p_org_code for update;
  perform run_on(vehicle_id, p_org_code, p_now);
  select * into found_run from run g where g.id = p_run and g.org_code = p_org_code;
  late := found_run.state = 'ENDED';
  -- Clamped between the start of the run and now, whatever the clock says.
  done := greatest(found_run.started_at, least(p_done_at, p_now));
  if found_run.run_mode = 'circlemode' and p_number > found_run.laps then
    outcome := 'tooMany';
    return;
  -- The age of a report is accurate to a second or two.
  elsif late and done > found_run.ended_at + interval '5 seconds' then
    outcome := 'over';
    return;
  end if;
  insert into lap as known (run_id, org_code, number, vehicle_id, ms, sectors, done_at, device_at, heard_at, late)
    values (p_run, p_org_code, p_number, vehicle_id, p_ms, p_sectors, done, p_device_at, p_now, count_lap.late)
    on conflict on constraint lap_pkey do update
      set ms = excluded.ms, sectors = excluded.sectors, device_at = excluded.device_at, late = excluded.late
      where known.ms is null and excluded.ms is not null
    returning xmax = 0 into is_new;
  outcome := case when is_new then 'new' when not is_new then 'timed' else 'known' end;
  if outcome <> 'new' then
    return;
  end if;
  update run g set laps_done = greatest(g.laps_done, p_number) where g.id = p_run and g.org_code = p_org_code;
  if not late and found_run.run_mode = 'circlemode' and p_number = found_run.laps then
    ended := call_back(p_run, p_org_code, 'laps', '', false, p_now);
  end if;
end
$$;

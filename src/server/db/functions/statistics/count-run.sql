-- Adds an ended run to the use of its vehicle; a test drive only to the test count. A lap that is counted after the end replaces what the
-- run had added. A vehicle has one run at a time, so this row is not contended.
create or replace function count_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_test constant boolean := is_test_run(new.play_id, new.org_code);
begin
  if tg_op = 'UPDATE' and old.state = 'ENDED' then
    perform add_run_figures(old, is_test, -1);
  end if;
  perform add_run_figures(new, is_test, 1);
  return null;
end
$$;

create or replace trigger run_counted after insert on run
  for each row when (new.state = 'ENDED') execute function count_run();
create or replace trigger run_ended_counted after update on run
  for each row when (old.state <> 'ENDED' and new.state = 'ENDED') execute function count_run();
create or replace trigger run_late_laps_counted after update of laps_done on run
  for each row when (old.state = 'ENDED' and new.state = 'ENDED' and old.laps_done <> new.laps_done) execute function count_run();

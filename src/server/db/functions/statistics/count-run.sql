-- Adds an ended run to the use of its vehicle; a test drive only to the test count. A vehicle has one run at a time, so this row is not
-- contended.
create or replace function count_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_run_figures(new, is_test_run(new.play_id, new.org_code), 1);
  return null;
end
$$;

create or replace trigger run_counted after insert on run
  for each row when (new.state = 'ENDED') execute function count_run();
create or replace trigger run_ended_counted after update on run
  for each row when (old.state <> 'ENDED' and new.state = 'ENDED') execute function count_run();

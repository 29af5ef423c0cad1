-- When a record becomes a test drive or stops being one, its ended runs move between the two counts.
create or replace function recount_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A run that ends, or gets a late lap, meanwhile waits and then sees the new type, or is seen here.
  perform 1 from run g where g.play_id = new.id and g.org_code = new.org_code order by g.id for no key update;
  perform add_run_figures(g, old.consume_type = 'TESTCARD', -1), add_run_figures(g, new.consume_type = 'TESTCARD', 1)
    from run g where g.play_id = new.id and g.org_code = new.org_code and g.state = 'ENDED';
  return null;
end
$$;

create or replace trigger play_type_recounted after update of consume_type on play_record
  for each row when ((old.consume_type = 'TESTCARD') <> (new.consume_type = 'TESTCARD')) execute function recount_run();

-- Whether a run is a test drive by staff. Those count only in the number of test runs (docs/figures.md#what-each-figure-is).
create or replace function is_test_run(p_play_id uuid, p_org_code text) returns boolean language sql stable as $$
  select coalesce((select p.consume_type = 'TESTCARD' from play_record p where p.id = p_play_id and p.org_code = p_org_code), false)
$$;

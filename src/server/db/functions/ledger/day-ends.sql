-- The moment at which a store's business day ends. Same as `dayEnds` in src/shared/core/time.ts.
create or replace function day_ends(p_org_code text, p_day date) returns timestamptz language sql stable as $$
  select moment_of_local_time(p_day + 1 + make_interval(hours => s.day_start_hour), s.time_zone)
    from store s where s.org_code = p_org_code
$$;

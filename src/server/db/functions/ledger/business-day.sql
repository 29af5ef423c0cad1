-- The business day of a moment in a store's time zone; hours before the day's start belong to the day before.
create or replace function business_day(p_org_code text, p_at timestamptz) returns date language sql stable as $$
  select ((p_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date
    from store s where s.org_code = p_org_code
$$;

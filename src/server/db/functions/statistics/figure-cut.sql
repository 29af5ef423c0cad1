-- The moment up to which a past day is compared with the current one: the same local time in each store's time zone, also across changes of
-- the clocks. `day` is its business day, `place` its hour counted from the start of the business day.
create or replace function figure_cut(p_now timestamptz, p_days integer)
returns table (org_code text, at timestamptz, day date, hour text, place integer, day_start_hour integer, time_zone text)
language sql stable as $$
  select s.org_code, cut.at, business_day(s.org_code, cut.at), to_char(cut.at at time zone s.time_zone, 'HH24'),
      (extract(hour from cut.at at time zone s.time_zone)::integer - s.day_start_hour + 24) % 24, s.day_start_hour::integer, s.time_zone
    from store s
    cross join lateral (
      select ((p_now at time zone s.time_zone) - make_interval(days => p_days)) at time zone s.time_zone as at
    ) cut
$$;

-- The first moment at which a zone's clocks show this local time. `at time zone` alone takes the second one of an hour that occurs
-- twice when clocks go back, but a business day begins at the first. Same as `dayEnds` in src/shared/core/time.ts.
create or replace function moment_of_local_time(p_local timestamp, p_zone text) returns timestamptz
language sql immutable strict parallel safe as $$
  select case when earlier at time zone p_zone = p_local then least(earlier, usual) else usual end
    from (select p_local at time zone p_zone as usual) u,
      lateral (select usual - interval '3 hours' as before) b,
      lateral (select (p_local - (before at time zone p_zone - before at time zone 'UTC')) at time zone 'UTC' as earlier) e
$$;

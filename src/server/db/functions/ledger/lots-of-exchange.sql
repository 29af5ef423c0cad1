-- The lots that an exchange makes of those that it took from (`p_deltas` are negative): in proportion, each with the end of its part. A unit
-- that comes from two lots ends with the earlier one, so no value outlives what it came from. Same as `lotsOfExchange` in
-- src/shared/features/exchange/exchange.calc.ts.
create or replace function lots_of_exchange(p_deltas bigint[], p_ends timestamptz[], p_amount bigint)
returns table (ends timestamptz, part bigint) language sql immutable as $$
  with taken as (
    select t.ends, -sum(t.delta) as value from unnest(p_deltas, p_ends) as t (delta, ends) group by t.ends
  ), filled as (
    select t.ends, div(p_amount * sum(t.value) over (order by t.ends) + (sum(t.value) over () - 1), sum(t.value) over ()) as until
      from taken t
  ), divided as (
    select f.ends, (f.until - lag(f.until, 1, 0::numeric) over (order by f.ends))::bigint as part from filled f
  )
  select d.ends, d.part from divided d where d.part > 0 order by d.ends
$$;

-- The share of one ride in what its order moved: shares differ by a fen at most, and together are exactly all of it.
create or replace function ride_share(p_delta bigint, p_place bigint, p_rides bigint) returns bigint language sql immutable as $$
  select p_delta * p_place / p_rides - p_delta * (p_place - 1) / p_rides
$$;

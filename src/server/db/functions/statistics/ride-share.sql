-- One ride's share of an order's amount. Shares differ by at most one fen and add up exactly.
create or replace function ride_share(p_delta bigint, p_place bigint, p_rides bigint) returns bigint language sql immutable as $$
  select p_delta * p_place / p_rides - p_delta * (p_place - 1) / p_rides
$$;

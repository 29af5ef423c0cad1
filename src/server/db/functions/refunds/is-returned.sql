-- Whether an order is returned whole once so much of it is refunded. Rides that cost no money stay when only products were returned.
create or replace function is_returned(o consume_order, p_refunded bigint, p_keeps_rides boolean) returns boolean
language sql immutable parallel safe as $$
  select p_refunded >= (o).amount and not (p_keeps_rides and (o).play_ids <> '{}' and (o).goods = (o).amount)
$$;

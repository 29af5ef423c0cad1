-- The part of an order's amount that is paid in money: all but what a coupon pays.
create or replace function order_money(o consume_order) returns bigint language sql immutable parallel safe as $$
  select case (o).consume_type when 'GROUPCOUPON' then (o).goods else (o).amount end
$$;

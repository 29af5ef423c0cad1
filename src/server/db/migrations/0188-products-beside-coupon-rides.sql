-- Products beside a ride that a coupon pays: the coupon pays its part of the amount, and money pays the products.
alter table consume_order
  drop constraint consume_order_received_enough,
  add constraint consume_order_received_enough
    check (received >= case consume_type when 'GROUPCOUPON' then goods else amount end + deposit) not valid;

alter table refund_order
  -- The part of the amount that a coupon had paid: the code is valid again, and no money is returned for it.
  add column coupon bigint not null default 0,
  add constraint refund_order_coupon check (coupon >= 0 and coupon <= amount) not valid;

alter table group_coupon
  -- Its deletion has begun, and its platform may have taken it back: nobody uses it any more.
  add column releasing boolean not null default false;

-- What a member's level takes off a price (decision 0055).

alter table consume_rule add column level_discount boolean not null default true;
-- Only what is paid from a member's money can cost less.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
update consume_rule set level_discount = false where consume_type not in ('BALANCE', 'BALANCEANDINTEGRAL');

-- Of one charge, as the price is: `price` is what is left of it.
alter table play_before_pay
  add column discount bigint not null default 0,
  -- What the rule said of it at the start. What began before was agreed at the whole price.
  add column level_discount boolean not null default false;
alter table play_before_pay add constraint play_before_pay_discount check (discount >= 0) not valid;

-- Of the whole order: `amount` is what is left of its price.
alter table consume_order add column discount bigint not null default 0;
alter table consume_order add constraint consume_order_discount check (discount >= 0) not valid;

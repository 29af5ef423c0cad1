-- Nothing gives coins out, so no rule says how many (decision 0063).
alter table consume_rule
  drop constraint consume_rule_coins,
  drop column coin_price,
  drop column coin_count,
  add constraint consume_rule_coupon_value check (coupon_value >= 0);

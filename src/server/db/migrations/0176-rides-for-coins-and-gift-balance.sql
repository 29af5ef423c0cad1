-- Rides that are paid in coins, or from the gift balance alone.
alter table consume_rule
  -- What a ride takes of coins, for each person or once.
  add column coins bigint not null default 0,
  drop constraint consume_rule_type,
  add constraint consume_rule_type check (consume_type in ('BALANCE', 'FREQUENCY', 'INTEGRAL', 'BALANCEANDINTEGRAL', 'GROUPCOUPON', 'QUAN',
    'NOCARDCONSUME', 'PLAYFREELY', 'TESTCARD', 'COIN', 'GIFT')),
  add constraint consume_rule_coins check (coins >= 0);
alter table play_record
  add column coins bigint not null default 0,
  add constraint play_record_coins check (coins >= 0) not valid;
alter table consume_order add column paid_coins bigint not null default 0;
alter table refund_order add column coins bigint not null default 0;
alter table day_figure add column coins bigint not null default 0;

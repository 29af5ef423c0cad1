-- Everything that a consume rule says (spec §3); -1 stands for no limit.
alter table consume_rule
  -- Whether a session by it begins at once, waits in line, or may do either.
  add column use_mode text not null default 'both'
    constraint consume_rule_use_mode_known check (use_mode in ('immediate', 'lineup', 'both')),
  add column use_bracelet boolean not null default false,
  add column bracelet_count integer not null default 0
    constraint consume_rule_bracelet_count_range check (bracelet_count between 0 and 99),
  -- Whether the limits of uses below bind.
  add column limited boolean not null default false,
  add column daily_limit integer not null default -1 constraint consume_rule_daily_limit_range check (daily_limit >= -1),
  add column member_limit integer not null default -1 constraint consume_rule_member_limit_range check (member_limit >= -1),
  -- Weekdays on which it is offered, 1 for Monday; none: every day.
  add column member_days smallint[] not null default '{}'
    constraint consume_rule_member_days_known check (member_days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  add column member_day_limit integer not null default -1
    constraint consume_rule_member_day_limit_range check (member_day_limit >= -1),
  add column gather_face boolean not null default false,
  add column experience integer not null default 0 constraint consume_rule_experience_range check (experience >= 0),
  add column ranked boolean not null default true,
  -- Of a coupon's code: how often it may be used, and for how many minutes once it was.
  add column code_uses integer not null default 1 constraint consume_rule_code_uses_range check (code_uses >= -1),
  add column code_minutes integer not null default -1 constraint consume_rule_code_minutes_range check (code_minutes >= -1),
  add column coin_price bigint not null default 0,
  add column coin_count integer not null default 0,
  add column coupon_value bigint not null default 0,
  add column platform_product text not null default '',
  add column created_by text not null default '',
  add column updated_by text,
  add column updated_at timestamptz,
  add constraint consume_rule_coins check (coin_price >= 0 and coin_count >= 0 and coupon_value >= 0);

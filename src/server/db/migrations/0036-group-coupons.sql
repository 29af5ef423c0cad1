-- Coupons that people bought on a platform, or that the venue sold or gave away itself: a code stands for sessions.

create table group_coupon (
  id uuid not null,
  org_code text collate "C" not null,
  code text collate "C" not null,
  name text not null default '',
  -- Who vouches for it: the store itself, or a platform that was asked when the code was shown first.
  provider text not null default 'local',
  -- What the platform calls the product that was bought.
  platform_product text not null default '',
  -- What it is worth to the venue, in fen.
  value bigint not null default 0,
  -- The consume rules it is for; none: every rule that coupons pay.
  rule_ids uuid[] not null default '{}',
  -- How often it may be used; -1: without limit.
  uses_allowed integer not null default 1,
  uses_made integer not null default 0,
  -- How long it is good once it was verified; -1: as long as its date says.
  minutes integer not null default -1,
  verified_at timestamptz,
  valid_until timestamptz,
  state text not null default 'unused',
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint group_coupon_pkey primary key (id, org_code),
  constraint group_coupon_code_key unique (code, org_code),
  constraint group_coupon_code_given check (code <> ''),
  constraint group_coupon_value_range check (value >= 0),
  constraint group_coupon_minutes_range check (minutes >= -1 and minutes <> 0),
  constraint group_coupon_state_known check (state in ('unused', 'used', 'expired')),
  constraint group_coupon_uses check (uses_allowed >= -1 and uses_allowed <> 0 and uses_made >= 0
    and (uses_allowed = -1 or uses_made <= uses_allowed))
);
create index group_coupon_list on group_coupon (org_code, created_at, id);
-- What the clock ends.
create index group_coupon_open on group_coupon (valid_until) where state = 'unused' and valid_until is not null;
create index group_coupon_running on group_coupon (verified_at) where state = 'unused' and verified_at is not null;
select protect_by_store('group_coupon');

-- What a coupon paid for; an order takes one use of one coupon.
create table group_coupon_use (
  order_id uuid not null,
  org_code text collate "C" not null,
  coupon_id uuid not null,
  used_at timestamptz not null,
  -- When the order was closed or refunded, and the use given back.
  undone_at timestamptz,
  constraint group_coupon_use_pkey primary key (order_id, org_code),
  constraint group_coupon_use_coupon foreign key (coupon_id, org_code) references group_coupon (id, org_code)
);
create index group_coupon_use_of_coupon on group_coupon_use (coupon_id, org_code, used_at);
select protect_by_store('group_coupon_use');
revoke delete on group_coupon_use from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000140', 'coupons.expire', '15 * * * * ?', '', '把过了有效期的团购券标为已过期');

-- Coupons that a store issues itself: a batch says what its codes are worth, and each code is used once.

create table coupon_batch (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  kind text not null,
  -- Of a value: what it credits. Of a rule: what a ride by it counts as in reports. In fen.
  value bigint not null default 0,
  -- Of a rule: the rides that it pays; none: every rule that coupons pay.
  rule_ids uuid[] not null default '{}',
  -- How many codes it has.
  count integer not null,
  valid_from timestamptz,
  valid_until timestamptz,
  -- Business days that a code is valid after the day of its issue to a member; -1: as long as the batch.
  valid_days integer not null default -1,
  -- How many codes a member may have, issued or used; -1: without limit.
  per_member integer not null default -1,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint coupon_batch_pkey primary key (id, org_code),
  constraint coupon_batch_name_given check (name <> ''),
  constraint coupon_batch_kind_known check (kind in ('value', 'rule')),
  constraint coupon_batch_value_given check (value >= 0 and (kind <> 'value' or value > 0)),
  constraint coupon_batch_count_range check (count between 1 and 100000),
  constraint coupon_batch_period check (valid_from < valid_until),
  constraint coupon_batch_days_range check (valid_days = -1 or valid_days between 1 and 36500),
  constraint coupon_batch_per_member_range check (per_member = -1 or per_member between 1 and 100000)
);
create index coupon_batch_list on coupon_batch (org_code, created_at, id);
select protect_by_store('coupon_batch');

create table coupon_code (
  id uuid not null,
  org_code text collate "C" not null,
  batch_id uuid not null,
  -- Its place in the batch, from 1, as printed beside the code.
  number integer not null,
  code text collate "C" not null,
  -- Whose it is, by issue or by use; null: whoever shows it.
  member_id text collate "C",
  issued_at timestamptz,
  issued_by text not null default '',
  -- Its own end, where the batch counts days from the issue.
  valid_until timestamptz,
  -- The order or redemption that used it; null once that was refunded.
  used_for uuid,
  used_at timestamptz,
  voided_at timestamptz,
  voided_by text not null default '',
  void_reason text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  constraint coupon_code_pkey primary key (id, org_code),
  -- Unique at all stores, so that no code is accepted by two of them.
  constraint coupon_code_code_key unique (code),
  constraint coupon_code_batch foreign key (batch_id, org_code) references coupon_batch (id, org_code),
  constraint coupon_code_used check ((used_for is null) = (used_at is null)),
  constraint coupon_code_void check (voided_at is null or used_at is null)
);
create index coupon_code_list on coupon_code (org_code, created_at, id);
create index coupon_code_of_batch on coupon_code (batch_id, number, org_code);
create index coupon_code_of_member on coupon_code (member_id, org_code) where member_id is not null;
-- What the list of batches counts.
create index coupon_code_given on coupon_code (batch_id, org_code) where used_at is not null or member_id is not null;
create unique index coupon_code_used_for_key on coupon_code (used_for, org_code) where used_for is not null;
select protect_by_store('coupon_code');

-- For lists: with the batch and the state of the moment, so that a filter by state is exact at any time.
create view listed_coupon_code with (security_invoker = true) as
  select c.id, c.org_code, c.batch_id, b.name as batch_name, b.kind, b.value, c.number, c.code, c.member_id, c.issued_at, c.issued_by,
      b.valid_from, least(b.valid_until, c.valid_until) as ends_at,
      case when c.voided_at is not null then 'void' when c.used_at is not null then 'used'
        when least(b.valid_until, c.valid_until) <= now() then 'expired' else 'unused' end as state,
      c.used_for, c.used_at, c.voided_at, c.voided_by, c.void_reason, c.created_by, c.created_at,
      null::text as updated_by, null::timestamptz as updated_at
    from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code;

alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any
  ('{opening,recharge,consume,refund,adjust,mergeOut,mergeIn,expire,float,cashIn,cashOut,depositReturn,bookDeposit,bookReturn,bookKept,coupon}'::text[])) not valid;

-- Rules as managers keep them: consume rules that are deleted stay for the records that used them; recharge rules, play-card
-- rules and the sub-projects that visits and unlimited cards are for.

-- Row-level security binds the owner, too: without this nothing below would find a row.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

-- A rule that is switched off comes back when somebody switches it on; one that was deleted never does.
alter table consume_rule
  add column withdrawn_at timestamptz,
  add constraint consume_rule_withdrawn_off check (withdrawn_at is null or not active);

-- Of several of one name at a store the oldest keeps it.
update consume_rule r set name = r.name || ' (' || twin.place || ')'
  from (select id, row_number() over (partition by org_code, name order by created_at, id) as place
    from consume_rule where active) twin
  where twin.id = r.id and twin.place > 1;
create unique index consume_rule_name_key on consume_rule (org_code, name) where active;

create table recharge_rule (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  shown_name text not null default '',
  amount_type text not null constraint recharge_rule_amount_type_known check (amount_type in ('fixed', 'custom')),
  sales_method text not null
    constraint recharge_rule_sales_method_known check (sales_method in ('storedValue', 'listedPrice')),
  -- What is put on the paid balance; of a custom amount the least that may be paid.
  recharge bigint not null default 0,
  price bigint not null default 0,
  give bigint not null default 0,
  integral bigint not null default 0,
  frequency bigint not null default 0,
  project_type text not null default 'currency',
  laps bigint not null default 0,
  validity_type text not null default 'forever'
    constraint recharge_rule_validity_type_known check (validity_type in ('fixedDays', 'fixedDate', 'forever')),
  valid_days integer not null default 0,
  valid_on date,
  member_level text not null default '',
  self_service boolean not null default false,
  -- Sold on these days only, both included.
  time_limited boolean not null default false,
  offered_from date,
  offered_until date,
  active boolean not null default true,
  index_number integer not null default 0,
  withdrawn_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint recharge_rule_pkey primary key (id, org_code),
  constraint recharge_rule_amounts check (recharge >= 0 and price >= 0 and give >= 0 and integral >= 0
    and frequency >= 0 and laps >= 0 and valid_days >= 0),
  -- What has no price of its own cannot be bought without a cashier.
  constraint recharge_rule_custom_not_for_self check (amount_type = 'fixed' or not self_service),
  constraint recharge_rule_withdrawn_off check (withdrawn_at is null or not active)
);
create index recharge_rule_list on recharge_rule (org_code, index_number);
create unique index recharge_rule_name_key on recharge_rule (org_code, name) where active;
select protect_by_store('recharge_rule');

create table play_card_rule (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  -- 0: without an end.
  days integer not null default 0 constraint play_card_rule_days_range check (days >= 0),
  -- -1: any number of plays.
  plays integer not null default -1 constraint play_card_rule_plays_range check (plays >= -1),
  project_type text not null default 'currency',
  price bigint not null default 0 constraint play_card_rule_price_range check (price >= 0),
  needs_photo boolean not null default false,
  active boolean not null default true,
  index_number integer not null default 0,
  withdrawn_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint play_card_rule_pkey primary key (id, org_code),
  constraint play_card_rule_withdrawn_off check (withdrawn_at is null or not active)
);
create index play_card_rule_list on play_card_rule (org_code, index_number);
create unique index play_card_rule_name_key on play_card_rule (org_code, name) where active;
select protect_by_store('play_card_rule');

-- The general project, `currency`, is everywhere and has no row.
create table sub_project (
  id uuid not null,
  org_code text collate "C" not null,
  code text not null constraint sub_project_code_other check (code <> 'currency'),
  name text not null,
  photo text not null default '',
  active boolean not null default true,
  index_number integer not null default 0,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint sub_project_pkey primary key (id, org_code),
  constraint sub_project_code_key unique (org_code, code),
  constraint sub_project_name_key unique (org_code, name)
);
create index sub_project_list on sub_project (org_code, index_number);
select protect_by_store('sub_project');

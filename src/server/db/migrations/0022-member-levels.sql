-- The levels that a store gives its members. Members and rules name a level by its code, which therefore never changes.
create table member_level (
  id uuid not null,
  org_code text collate "C" not null,
  code text collate "C" not null,
  name text not null,
  -- Their order: who has a level may use what a lower one may.
  rank integer not null,
  -- From how much experience members have it by themselves; -1: only by hand.
  experience bigint not null default 0,
  -- Percent that is taken off a price.
  discount integer not null default 0,
  colour text not null default 'slate',
  benefits text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint member_level_pkey primary key (id, org_code),
  constraint member_level_code_key unique (org_code, code),
  constraint member_level_name_key unique (org_code, name),
  constraint member_level_rank_key unique (org_code, rank),
  constraint member_level_code_given check (code <> ''),
  constraint member_level_rank_range check (rank between 1 and 99),
  constraint member_level_experience_range check (experience >= -1),
  constraint member_level_discount_range check (discount between 0 and 100)
);
select protect_by_store('member_level');

-- Members who were raised to a level and are to be told.
create table level_notice (
  id uuid not null default gen_random_uuid(),
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  level_code text collate "C" not null,
  raised_at timestamptz not null,
  constraint level_notice_pkey primary key (id, org_code)
);
select protect_by_store('level_notice');

create index member_by_level on member (org_code, member_level) where member_level <> '';

-- What members and rules have named so far becomes levels that are given by hand, until a store says how they are reached.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
insert into member_level (id, org_code, code, name, rank, experience, created_by)
  select gen_random_uuid(), org_code, code, code,
    least(row_number() over (partition by org_code order by code <> '普通', code), 99), -1, 'system'
  from (select org_code, member_level as code from member where member_level <> ''
    union select org_code, member_level from consume_rule where member_level <> '') named;

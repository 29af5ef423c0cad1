-- Rules that codes are checked by, for every store; the patterns run under a time limit.
create table sys_check_rule (
  id uuid primary key,
  rule_name text not null,
  rule_code text not null constraint sys_check_rule_code_key unique,
  -- What `digits` cover, which pattern they must fit, and what is said otherwise.
  rule_json text not null,
  rule_description text not null default '',
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create index sys_check_rule_create_time_idx on sys_check_rule (create_time, id);

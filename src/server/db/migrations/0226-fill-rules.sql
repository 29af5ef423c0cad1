-- Rules that fill a field of a new record, such as its number; they serve every store.
create table fill_rule (
  id uuid not null,
  rule_name text not null,
  rule_code text not null,
  -- What the rule makes: one of our kinds, never the name of code that is loaded.
  rule_class text not null,
  -- The parameters of this kind as JSON.
  rule_params text not null,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint fill_rule_pkey primary key (id),
  constraint fill_rule_rule_code_key unique (rule_code),
  constraint fill_rule_class_known check (rule_class in ('sequence', 'pattern', 'date', 'org', 'childStore', 'childCategory'))
);
create index fill_rule_created_at_idx on fill_rule (created_at, id);

-- The next number of a rule. Only `take_fill_number` changes it.
create table fill_counter (
  rule_id uuid not null,
  -- The code of the store that counts by itself; empty where all stores count together. No access depends on it.
  holder text collate "C" not null,
  -- The day, month or year that is counted, such as 2026-11; empty where the count never begins again.
  period text not null,
  -- A rule without gaps has one stripe. Others have several, so that transactions do not wait for each other.
  stripe smallint not null,
  next_index bigint not null,
  constraint fill_counter_pkey primary key (rule_id, holder, period, stripe),
  constraint fill_counter_rule_id_fkey foreign key (rule_id) references fill_rule on delete cascade
);

-- The rules that clients of the API family expect.
insert into fill_rule (id, rule_name, rule_code, rule_class, rule_params) values
  ('0190a000-0000-7000-8000-000000000226', '机构编码', 'org_num_role', 'childStore', '{"parentId":""}'),
  ('0190a000-0000-7000-8000-000000000227', '分类字典编码', 'category_code_rule', 'childCategory', '{"pid":""}');

-- What a record keeps of its rule besides, and the limit of the rule that a start without the server went beyond.
alter table play_before_pay
  add column project_type text not null default 'currency',
  -- What the member gains with the deduction.
  add column experience integer not null default 0 constraint play_before_pay_experience_range check (experience >= 0),
  add column ranked boolean not null default true,
  -- The code of the refusal that the start would have got; empty where it kept to its rule.
  add column rule_conflict text not null default '';

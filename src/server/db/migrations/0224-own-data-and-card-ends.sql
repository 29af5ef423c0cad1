alter table store
  -- How often the data of a new member can be changed, at the counter and on the member page together; -1: without limit.
  add column member_edit_limit integer not null default -1 constraint store_member_edit_limit_range check (member_edit_limit >= -1);

-- Unlimited cards whose members are told that they end soon.
create index member_project_ending on member_project (org_code, unlimited_until) where unlimited_until is not null;

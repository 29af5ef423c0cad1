-- How many people one charge of a rule is for that charges once; -1 is no limit, as before.
alter table consume_rule add column once_people integer not null default -1,
  add constraint consume_rule_once_people check (once_people = -1 or once_people between 1 and 999);

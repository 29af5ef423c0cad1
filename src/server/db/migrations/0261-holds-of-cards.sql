-- A pending ride holds the use of an unlimited card beside the visits of a member. What is stored fits the longer list already, so nothing
-- is read for it.
alter table hold_line alter column kind type text;
alter table hold_line add constraint hold_line_kind_known
  check (kind = any ('{balance,give,integral,laps,coins,frequency,unlimited}'::text[])) not valid;

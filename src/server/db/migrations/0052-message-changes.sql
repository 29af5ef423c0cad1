-- A message that waits may be changed; who did it, and when.
alter table sys_message add column update_by text, add column update_time timestamptz;

-- What a terminal reports of its update is empty and never null.
alter table terminal alter column update_state set not null, alter column update_version set not null;

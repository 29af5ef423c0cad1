-- Whoever writes pays for every index, whether an entry has its place yet or not; the place is given in the background.
alter table audit_entry drop constraint audit_entry_seq_key;
create unique index audit_entry_seq_key on audit_entry (org_code, seq) where seq is not null;

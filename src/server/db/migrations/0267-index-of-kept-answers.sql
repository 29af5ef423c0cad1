-- Forgetting answers shortens rows, and PostgreSQL then stores new rows on old pages. So an index of ranges of blocks finds a day no longer,
-- and each night read the whole table. This one has only the rows whose answers are still there.
drop index request_key_time;
create index request_key_kept_answer on request_key (created_at) where answer <> '{"forgotten": true}';

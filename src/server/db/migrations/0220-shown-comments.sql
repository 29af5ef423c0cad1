-- The average and the newest of a store's shown comments, which each result page reads.
create index ride_comment_shown on ride_comment (org_code, created_at desc, id desc) include (stars) where state = 'shown';

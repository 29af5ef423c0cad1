-- A password that somebody else made and knows. The person replaces it at the first sign-in, before anything else works.
alter table user_account add column must_change_password boolean not null default false;

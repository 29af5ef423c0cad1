-- The table has no policy of stores, and a column named like theirs would ask for one.
alter table online_form_unique rename column org_code to record_org;

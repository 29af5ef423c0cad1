-- A value of a unique field belongs to a record of one store: clients choose the ids of records, and two stores may have the same.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

alter table online_form_unique add column org_code text collate "C" not null default '';
update online_form_unique u set org_code = r.org_code
from online_form_record r where r.id = u.record_id and r.form_id = u.form_id;
alter table online_form_unique alter column org_code drop default;

drop index online_form_unique_record;
create index online_form_unique_record on online_form_unique (record_id, org_code);

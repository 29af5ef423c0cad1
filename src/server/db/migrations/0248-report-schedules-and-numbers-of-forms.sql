-- Counts the changes of a schedule by its owner, so that nobody overwrites what they have not seen.
alter table custom_report_schedule add column version integer not null default 1;

-- Numbers of fill rules need a right since 'fillrule:use'; roles of existing systems get it as those of new systems do.
insert into permission (id, name_zh, name_en, perms, menu_type, route, sort_no)
  select 'fillrule:use', '取用填值规则的编号', 'Take numbers of fill rules', 'fillrule:use', 2, false, 1000
    where exists (select from role where id in ('hq', 'manager'))
  on conflict (id) do nothing;
insert into role_permission (role_id, permission_id)
  select id, 'fillrule:use' from role where id in ('hq', 'manager')
  on conflict do nothing;

-- Comparisons of `double precision` are leakproof, those of `numeric` are not: only now an index serves a range of numbers under
-- row-level security. The values come from JSON, so none loses a digit.
alter table online_form_record
  alter column number1 type double precision,
  alter column number2 type double precision,
  alter column number3 type double precision,
  alter column number4 type double precision;

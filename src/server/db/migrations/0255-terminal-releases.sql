-- Which release the terminals of an organisation install, and the share of them in percent. The row of the nearest organisation counts;
-- that of the platform has no code.
create table terminal_release_stage (
  org_code text collate "C" not null,
  version text not null,
  share integer not null,
  constraint terminal_release_stage_pkey primary key (org_code),
  constraint terminal_release_stage_share_range check (share between 0 and 100)
);
select protect_by_store('terminal_release_stage');

-- What a terminal reported of its last update, for its list.
alter table terminal
  add column update_state text generated always as (coalesce(report #>> '{update,state}', '')) stored,
  add column update_version text generated always as (coalesce(report #>> '{update,version}', '')) stored;

insert into permission (id, name_zh, name_en, perms, menu_type, route, sort_no)
  select 'terminal:stage', '设置终端升级', 'Set updates of terminals', 'terminal:stage', 2, false, 1000
    where exists (select from role where id = 'hq')
  on conflict (id) do nothing;
insert into role_permission (role_id, permission_id)
  select id, 'terminal:stage' from role where id = 'hq'
  on conflict do nothing;

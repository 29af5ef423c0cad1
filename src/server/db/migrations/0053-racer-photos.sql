-- Photographs of racers, of rules that want one before the start. They lie in the database, because whoever may see a store's records is
-- decided there, and a photograph and the ride that it belongs to are committed together.
create table racer_photo (
  id uuid not null,
  org_code text collate "C" not null,
  -- The charge or start that it was taken for; it serves one.
  used_for uuid,
  image bytea not null,
  bytes integer not null,
  taken_at timestamptz not null,
  taken_by_name text not null,
  constraint racer_photo_pkey primary key (id, org_code),
  constraint racer_photo_weight check (bytes = octet_length(image))
);
create index racer_photo_age on racer_photo (org_code, taken_at);
select protect_by_store('racer_photo');

-- Whose rides began with which photograph, or why without one.
create table ride_photo (
  play_id uuid not null,
  org_code text collate "C" not null,
  -- It may be gone by now: photographs are kept for as long as the store says.
  photo_id uuid,
  reason text not null,
  offline boolean not null,
  constraint ride_photo_pkey primary key (play_id, org_code),
  constraint ride_photo_or_reason check (photo_id is not null or reason <> '' or offline)
);
select protect_by_store('ride_photo');
revoke update, delete on ride_photo from pitlane_app;

alter table store
  add column photo_keep_days integer not null default 30,
  add constraint store_photo_keep_days check (photo_keep_days between 1 and 365);

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000152', 'racerPhotos.forget', '0 25 * * * ?', '', '删除到期的车手照片，以及没有用上的照片');

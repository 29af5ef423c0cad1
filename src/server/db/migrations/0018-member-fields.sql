-- Everything that is known of a member (spec §3).
alter table member
  -- First letters of the names, in lower case, by which the counter searches.
  add column initials text collate "C" not null default '',
  add column gender text not null default '' constraint member_gender_known check (gender in ('', '1', '2')),
  add column birthday date,
  -- Sealed by the server; the database never sees it in clear.
  add column id_number_sealed text not null default '',
  add column photo text not null default '',
  add column openid text collate "C" not null default '',
  add column experience bigint not null default 0 constraint member_experience_not_negative check (experience >= 0),
  add column end_time timestamptz,
  -- How often members may still change what is said of them; -1: without limit.
  add column edit_limit integer not null default -1 constraint member_edit_limit_range check (edit_limit >= -1),
  add column remark text not null default '',
  add column frozen_reason text not null default '',
  -- A business day, so that a member's row changes at most once a day for it.
  add column last_visit_on date,
  -- The number of the member that this one became a part of.
  add column merged_into text collate "C",
  add column created_by text not null default '',
  add column updated_by text,
  add column updated_at timestamptz,
  add constraint member_merged_into_other check (merged_into <> id);

-- A phone is one member's of a store, however many counters register at once.
create unique index member_phone_key on member (phone, org_code) where phone <> '' and merged_into is null;
create unique index member_openid_key on member (openid, org_code) where openid <> '' and merged_into is null;

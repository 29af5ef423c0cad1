-- What staff ask to be given to a member, and what became of it (spec §3 Discount application).
create table discount_application (
  -- Also the cause under which the ledger knows what was given.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  give bigint not null,
  integral bigint not null,
  frequency bigint not null,
  project_type text not null,
  laps bigint not null,
  -- 0 waiting, 1 approved, 2 rejected.
  state text not null default '0' constraint discount_application_state_known check (state in ('0', '1', '2')),
  remark text not null default '',
  applicant_id uuid not null,
  applicant_name text not null,
  reviewer_id uuid,
  reviewer_name text not null default '',
  -- What the reviewer said.
  answer text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint discount_application_pkey primary key (id, org_code),
  constraint discount_application_member foreign key (member_id, org_code) references member (id, org_code),
  constraint discount_application_amounts check (give >= 0 and integral >= 0 and frequency >= 0 and laps >= 0
    and give + integral + frequency + laps > 0),
  constraint discount_application_reviewed check ((state = '0') = (reviewer_id is null)),
  -- Nobody gives anything on their own word.
  constraint discount_application_not_own check (reviewer_id <> applicant_id)
);
create index discount_application_list on discount_application (org_code, created_at desc, id desc);
create index discount_application_by_state on discount_application (org_code, state, created_at desc, id desc);
create index discount_application_of_applicant on discount_application (applicant_id, org_code, created_at desc, id desc);
create index discount_application_of_member on discount_application (member_id, org_code, created_at desc, id desc);
select protect_by_store('discount_application');
revoke delete on discount_application from pitlane_app;

-- Members who ask on the member page to be deleted; a manager answers.

create table member_deletion_request (
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  -- Why, in the member's words; may be empty.
  reason text not null default '',
  state text not null default 'open',
  -- What the manager answered, which the member reads.
  answer text not null default '',
  answered_by text not null default '',
  answered_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint member_deletion_request_pkey primary key (id, org_code),
  constraint member_deletion_request_member foreign key (member_id, org_code) references member (id, org_code),
  constraint member_deletion_request_state_known check (state in ('open', 'done', 'refused', 'withdrawn')),
  constraint member_deletion_request_answered check ((state in ('done', 'refused')) = (answered_at is not null))
);
-- A member has one open request.
create unique index member_deletion_request_open on member_deletion_request (member_id, org_code) where state = 'open';
create index member_deletion_request_list on member_deletion_request (org_code, created_at, id);
create index member_deletion_request_of_member on member_deletion_request (member_id, org_code, created_at);
select protect_by_store('member_deletion_request');

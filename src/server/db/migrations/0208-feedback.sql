-- Feedback of members, and announcements for guests.

create table feedback (
  -- The idempotency key of its call.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  kind text not null constraint feedback_kind_known check (kind in ('service', 'vehicle', 'payment', 'suggestion', 'other')),
  contact text not null default '',
  content text not null constraint feedback_has_content check (content <> ''),
  picture_ids uuid[] not null default '{}' constraint feedback_pictures check (cardinality(picture_ids) <= 3),
  state text not null default 'new' constraint feedback_state_known check (state in ('new', 'inWork', 'answered', 'closed')),
  answer text not null default '',
  answered_by text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_by text not null default '',
  updated_at timestamptz,
  constraint feedback_pkey primary key (id, org_code),
  constraint feedback_member foreign key (member_id, org_code) references member (id, org_code),
  constraint feedback_answered check ((answer = '') = (answered_at is null) and (state <> 'answered' or answer <> ''))
);
create index feedback_list on feedback (org_code, created_at desc, id desc);
create index feedback_of_member on feedback (member_id, org_code, created_at);
select protect_by_store('feedback');
revoke delete on feedback from pitlane_app;

alter table announcement drop constraint announcement_type_known;
alter table announcement add constraint announcement_type_known check (msg_type in ('ALL', 'USER', 'GUEST'));
create index announcement_for_guests on announcement (org_code, send_time desc)
  where msg_type = 'GUEST' and send_status = '1' and not deleted;

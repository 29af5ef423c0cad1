-- What guests say about their rides, the words that mark a comment for its review, and the pictures that guests send.

create table comment_word (
  id uuid not null,
  -- A store, or a chain for all of its stores.
  org_code text collate "C" not null,
  word text not null constraint comment_word_length check (length(word) between 1 and 40),
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint comment_word_pkey primary key (id, org_code),
  constraint comment_word_key unique (word, org_code)
);
create index comment_word_list on comment_word (org_code, created_at, id);
select protect_by_store('comment_word');

create table ride_comment (
  id uuid not null,
  org_code text collate "C" not null,
  play_id uuid not null,
  -- The member of the ride, if it had one.
  member_id text collate "C",
  stars smallint not null constraint ride_comment_stars check (stars between 1 and 5),
  content text not null default '',
  -- The words of the list that it contains, joined by commas; the content itself is never changed.
  marked_words text not null default '',
  picture_ids uuid[] not null default '{}' constraint ride_comment_pictures check (cardinality(picture_ids) <= 3),
  state text not null default 'waiting' constraint ride_comment_state_known check (state in ('waiting', 'shown', 'hidden')),
  -- The ride, as its ticket says.
  ticket_no text not null,
  racer text not null,
  rule_id uuid not null,
  rule_name text not null,
  vehicle_id uuid not null,
  vehicle_name text not null,
  started_at timestamptz not null,
  business_day date not null,
  created_at timestamptz not null,
  reviewed_by text not null default '',
  reviewed_at timestamptz,
  hide_reason text not null default '',
  reply text not null default '',
  replied_by text not null default '',
  replied_at timestamptz,
  constraint ride_comment_pkey primary key (id, org_code),
  -- A ride belongs to at most one member, so that this is once for each ride and member.
  constraint ride_comment_of_ride unique (play_id, org_code),
  constraint ride_comment_reviewed check ((state = 'waiting') = (reviewed_at is null) and (state = 'hidden') = (hide_reason <> '')),
  constraint ride_comment_replied check ((reply = '') = (replied_at is null))
);
create index ride_comment_list on ride_comment (org_code, created_at desc, id desc);
create index ride_comment_waiting on ride_comment (org_code, created_at) where state = 'waiting';
create index ride_comment_of_day on ride_comment (org_code, business_day);
select protect_by_store('ride_comment');
revoke delete on ride_comment from pitlane_app;

create table guest_picture (
  id uuid not null,
  org_code text collate "C" not null,
  -- Who may use it: the id of a ride, or the number of a member.
  sent_for text collate "C" not null,
  -- What it was sent with; null: nothing yet.
  used_for uuid,
  image bytea not null,
  bytes integer not null,
  created_at timestamptz not null,
  constraint guest_picture_pkey primary key (id, org_code),
  constraint guest_picture_weight check (bytes = octet_length(image))
);
create index guest_picture_unused on guest_picture (sent_for, created_at) where used_for is null;
select protect_by_store('guest_picture');

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000430', 'guestPictures.forget', '0 35 * * * ?', '', '删除客人上传后没有用上的图片');

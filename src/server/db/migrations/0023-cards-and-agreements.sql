-- The cards that members have and had, the safety agreement that they sign, and the messages that are sent to them.

-- Every card that a member of a store has or had. Which one counts now stands in `member.physical_card`; a trigger keeps both true.
create table member_card (
  id uuid not null default gen_random_uuid(),
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  card text collate "C" not null,
  state text not null default 'active',
  reason text not null default '',
  -- User names; empty where nobody signed in did it.
  given_by text not null default '',
  given_at timestamptz not null default now(),
  ended_by text,
  ended_at timestamptz,
  constraint member_card_pkey primary key (id, org_code),
  constraint member_card_member foreign key (member_id, org_code) references member (id, org_code),
  constraint member_card_state_known check (state in ('active', 'lost', 'replaced', 'cleared')),
  constraint member_card_ended check ((state = 'active') = (ended_at is null))
);
-- A card is one member's for good, also when it is lost or replaced, until somebody with the right to do so clears it.
create unique index member_card_once on member_card (card, org_code) where state <> 'cleared';
create index member_card_of_member on member_card (member_id, org_code, given_at);
select protect_by_store('member_card');
revoke delete on member_card from pitlane_app;

-- Row-level security binds the owner, too.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
insert into member_card (org_code, member_id, card, given_at)
  select org_code, id, physical_card, created_at from member where physical_card <> '';
select set_config('pitlane.scope_end', '', true);

-- The text that guests agree to, by version. It is written for a chain or a store; once published it never changes.
create table agreement (
  id uuid not null,
  org_code text collate "C" not null,
  version integer not null,
  title_zh text not null,
  title_en text not null default '',
  content_zh text not null,
  content_en text not null default '',
  -- Null: a draft.
  published_at timestamptz,
  published_by text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint agreement_pkey primary key (id, org_code),
  constraint agreement_version_key unique (org_code, version),
  constraint agreement_version_positive check (version > 0)
);
create unique index agreement_draft_key on agreement (org_code) where published_at is null;
create index agreement_list on agreement (org_code, created_at desc, id desc);
select protect_by_store('agreement');

create table agreement_signature (
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  -- Of the store, or of the chain above it; what was agreed to is kept by its id.
  agreement_id uuid not null,
  version integer not null,
  -- What was drawn, as the path of an SVG of 600 by 200.
  strokes text not null,
  minor boolean not null,
  guardian_name text not null default '',
  guardian_relation text not null default '',
  guardian_phone text not null default '',
  witnessed_by text not null,
  witness_name text not null,
  terminal_id uuid,
  signed_at timestamptz not null,
  constraint agreement_signature_pkey primary key (id, org_code),
  constraint agreement_signature_member foreign key (member_id, org_code) references member (id, org_code),
  constraint agreement_signature_strokes_size check (length(strokes) between 5 and 50000)
);
create index agreement_signature_of_member on agreement_signature (member_id, org_code, signed_at desc);
select protect_by_store('agreement_signature');
revoke update, delete on agreement_signature from pitlane_app;

-- The agreement that a member signed last, kept here so that a start need not look for it.
alter table member add column agreement_id uuid;

alter table store
  -- What a start does where the member has not signed the text of today: nothing, say so, or refuse.
  add column agreement_mode text not null default 'off'
    constraint store_agreement_mode_known check (agreement_mode in ('off', 'warn', 'block')),
  -- Whether somebody answers for a guest under 18.
  add column agreement_guardian text not null default 'YES'
    constraint store_agreement_guardian_known check (agreement_guardian in ('YES', 'NO'));

-- The member whom a message is for; null where it is for somebody else.
alter table message add column member_id text collate "C";
create index message_of_member on message (member_id, org_code, created_at desc, id desc) where member_id is not null;
create index message_to_members on message (org_code, created_at desc, id desc) where member_id is not null;

-- What guests leave at the counter: places for it, and one record for each thing that was stored or refused.

alter table store
  -- Minutes that storing is free, then the fee of each hour begun and the most of it in fen (0: without limit), and the hours after which
  -- a thing is overdue.
  add column cloakroom_free_minutes integer not null default 0
    constraint store_cloakroom_free_minutes_range check (cloakroom_free_minutes between 0 and 43200),
  add column cloakroom_hour_fee bigint not null default 0
    constraint store_cloakroom_hour_fee_range check (cloakroom_hour_fee between 0 and 100000000),
  add column cloakroom_fee_most bigint not null default 0
    constraint store_cloakroom_fee_most_range check (cloakroom_fee_most between 0 and 100000000),
  add column cloakroom_hours integer not null default 24 constraint store_cloakroom_hours_range check (cloakroom_hours between 1 and 720);

create table cloakroom_place (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  kind text not null default 'locker' constraint cloakroom_place_kind_known check (kind in ('locker', 'shelf', 'hook', 'other')),
  index_number integer not null default 0,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint cloakroom_place_pkey primary key (id, org_code),
  constraint cloakroom_place_name_key unique (name, org_code)
);
create index cloakroom_place_list on cloakroom_place (org_code, index_number);
select protect_by_store('cloakroom_place');

create table cloakroom_item (
  -- The idempotency key of the call that stored or refused it.
  id uuid not null,
  org_code text collate "C" not null,
  -- Of its slip; null: it was not accepted.
  code text collate "C",
  -- Null: behind the counter.
  place_id uuid,
  member_id text collate "C",
  guest_name text not null constraint cloakroom_item_guest_named check (guest_name <> ''),
  phone text not null default '',
  name text not null,
  pieces integer not null constraint cloakroom_item_pieces check (pieces between 1 and 100),
  photo_id uuid,
  remark text not null default '',
  state text not null default 'saved'
    constraint cloakroom_item_state_known check (state in ('saved', 'toBeCollected', 'takenOut', 'rejected')),
  -- Why it should be collected: a fee is due, or the longest time is over.
  collect_for text not null default '' constraint cloakroom_item_collect_for_known check (collect_for in ('', 'fee', 'time')),
  -- The terms of the store when it was stored, as its slip says. Amounts in fen; the most of the fee is 0 where there is no limit.
  free_until timestamptz,
  hour_fee bigint not null default 0,
  fee_most bigint not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  created_by text not null default '',
  -- When and by whom it was taken out.
  ended_at timestamptz,
  ended_by text not null default '',
  -- Why it was not accepted.
  reason text not null default '',
  -- Without the slip: who took it, by which document or phone, and the second user who confirmed it.
  recipient text not null default '',
  document text not null default '',
  confirmer_id uuid,
  confirmed_by text not null default '',
  constraint cloakroom_item_pkey primary key (id, org_code),
  -- Unique at all stores, so that no slip is accepted by two of them.
  constraint cloakroom_item_code_key unique (code),
  constraint cloakroom_item_place foreign key (place_id, org_code) references cloakroom_place (id, org_code),
  constraint cloakroom_item_member foreign key (member_id, org_code) references member (id, org_code),
  constraint cloakroom_item_rejected check ((state = 'rejected') = (code is null) and (state = 'rejected') = (reason <> '')
    and (state = 'rejected') = (due_at is null) and (due_at is null) = (free_until is null)),
  constraint cloakroom_item_ended check ((state = 'takenOut') = (ended_at is not null)),
  constraint cloakroom_item_amounts check (hour_fee >= 0 and fee_most >= 0),
  constraint cloakroom_item_confirmed check ((confirmer_id is null) = (recipient = ''))
);
-- A place holds one thing at a time.
create unique index cloakroom_item_place_free on cloakroom_item (place_id, org_code) where state in ('saved', 'toBeCollected');
create index cloakroom_item_list on cloakroom_item (org_code, created_at, id);
create index cloakroom_item_stored on cloakroom_item (org_code, due_at) where state in ('saved', 'toBeCollected');
create index cloakroom_item_of_place on cloakroom_item (place_id, org_code) where place_id is not null;
create index cloakroom_item_of_member on cloakroom_item (member_id, org_code) where member_id is not null;
select protect_by_store('cloakroom_item');
revoke delete on cloakroom_item from pitlane_app;

-- For lists: with the name of the place.
create view listed_cloakroom_item with (security_invoker = true) as
  select i.id, i.org_code, i.place_id, coalesce(p.name, '') as place_name, i.member_id, i.guest_name, i.phone, i.name, i.pieces, i.photo_id,
      i.remark, i.state, i.collect_for, i.free_until, i.hour_fee, i.fee_most, i.due_at, i.created_at, i.created_by, i.ended_at, i.ended_by,
      i.reason, i.recipient, i.document, i.confirmed_by, null::text as updated_by, null::timestamptz as updated_at
    from cloakroom_item i left join cloakroom_place p on p.id = i.place_id and p.org_code = i.org_code;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000370', 'cloakroom.collect', '20 * * * * ?', '', '把已开始计费或超时的寄存物品改为待领取');

-- What guests look at: promo videos, the carousel of the mini-app, and big screens with their keys.

create table promo_video (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  -- Addresses of MP4 files elsewhere, joined by commas.
  urls text not null default '',
  -- An MP4 file of ours, below the stored files.
  file text not null default '',
  index_number integer not null default 0,
  -- The days on which it is shown, of the store's business days; null: without a beginning or an end.
  starts_on date,
  ends_on date,
  enabled boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint promo_video_pkey primary key (id, org_code),
  constraint promo_video_has_video check (urls <> '' or file <> ''),
  constraint promo_video_period check (ends_on >= starts_on)
);
create index promo_video_list on promo_video (org_code, index_number, id);
select protect_by_store('promo_video');

create table swiper (
  id uuid not null,
  org_code text collate "C" not null,
  title text not null,
  photo text not null,
  -- Where a tap leads; empty: nowhere.
  link text not null default '',
  index_number integer not null default 0,
  starts_on date,
  ends_on date,
  enabled boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint swiper_pkey primary key (id, org_code),
  constraint swiper_has_photo check (photo <> ''),
  constraint swiper_period check (ends_on >= starts_on)
);
create index swiper_list on swiper (org_code, index_number, id);
select protect_by_store('swiper');

create table display_screen (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  layout jsonb not null default '{}',
  -- The one that the tile opens; a store has one.
  is_house boolean not null default false,
  -- The TV that has signed in for it; its authorization is asked each time.
  device_id uuid,
  -- By which it is found; the key itself is sealed, so that its address can be shown again.
  key_hash text collate "C" not null,
  key_sealed text not null,
  seen_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint display_screen_pkey primary key (id, org_code),
  constraint display_screen_device foreign key (device_id, org_code) references device (id, org_code) on delete cascade
);
create unique index display_screen_key on display_screen (key_hash);
create unique index display_screen_house_key on display_screen (org_code) where is_house;
create unique index display_screen_device_key on display_screen (device_id, org_code) where device_id is not null;
create index display_screen_list on display_screen (org_code, created_at, id);
select protect_by_store('display_screen');

-- QR codes that lead to a public account or mini-app, and how often each was scanned.

create table wechat_qr (
  id uuid not null,
  -- The store, or the chain, that uses the code.
  org_code text collate "C" not null,
  name text not null,
  kind text not null constraint wechat_qr_kind_known check (kind in ('official', 'miniApp')),
  app_id text not null,
  -- The chain whose account it is; a scene is unique among its codes.
  account_org_code text collate "C" not null,
  scene text not null,
  target text not null constraint wechat_qr_target_known check (target in ('store', 'member', 'event', 'promoter')),
  target_id text not null,
  -- The text to render; empty for a mini-app code, which is a picture.
  content text not null,
  remark text not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint wechat_qr_pkey primary key (id, org_code),
  constraint wechat_qr_scene_key unique (account_org_code, app_id, scene)
);
create index wechat_qr_list on wechat_qr (org_code, created_at, id);
select protect_by_store('wechat_qr');

-- Beside the codes, so that lists do not read it.
create table wechat_qr_picture (
  qr_id uuid not null,
  org_code text collate "C" not null,
  picture bytea not null constraint wechat_qr_picture_size check (octet_length(picture) <= 2000000),
  constraint wechat_qr_picture_pkey primary key (qr_id, org_code),
  constraint wechat_qr_picture_qr foreign key (qr_id, org_code) references wechat_qr (id, org_code) on delete cascade
);
select protect_by_store('wechat_qr_picture');

create table wechat_qr_day (
  qr_id uuid not null,
  day date not null,
  org_code text collate "C" not null,
  scans integer not null,
  -- How many of them followed the account by the scan.
  follows integer not null,
  constraint wechat_qr_day_pkey primary key (qr_id, day, org_code),
  constraint wechat_qr_day_qr foreign key (qr_id, org_code) references wechat_qr (id, org_code) on delete cascade
);
select protect_by_store('wechat_qr_day');

-- Mini-app and public account of a chain: settings, cached tokens, received events, and the openids of members.

create table wechat_account (
  kind text not null constraint wechat_account_kind_known check (kind in ('official', 'miniApp')),
  -- The chain, or a store without a chain above it.
  org_code text collate "C" not null,
  app_id text not null,
  enabled boolean not null,
  -- Calls go to our sandbox, which sends nothing.
  sandbox boolean not null,
  -- JSON of the app secret and of the callback's token and key, sealed.
  keys_sealed text not null,
  callback_mode text not null constraint wechat_account_callback_mode_known check (callback_mode in ('safe', 'plain')),
  pages jsonb not null,
  -- Pages that may use the JS-SDK.
  js_pages text[] not null,
  menu jsonb not null,
  menu_published_at timestamptz,
  templates jsonb not null,
  updated_by text not null default '',
  updated_at timestamptz not null,
  constraint wechat_account_pkey primary key (kind, org_code)
);
select protect_by_store('wechat_account');

-- Tokens that all copies of the server share. One copy at a time renews a token: the holder of the claim.
create table wechat_token (
  app_id text not null,
  kind text not null constraint wechat_token_kind_known check (kind in ('access', 'ticket')),
  org_code text collate "C" not null,
  token_sealed text not null default '',
  ends_at timestamptz,
  claim uuid,
  claim_until timestamptz,
  constraint wechat_token_pkey primary key (app_id, kind, org_code)
);
select protect_by_store('wechat_token');

create table wechat_event (
  id uuid not null,
  org_code text collate "C" not null,
  app_id text not null,
  -- Equal for repetitions: the message's id, or sender, time and event.
  message_key text not null,
  openid text not null,
  event text not null constraint wechat_event_known check (event in ('subscribe', 'unsubscribe', 'scan')),
  scene text not null default '',
  happened_at timestamptz not null,
  created_at timestamptz not null,
  constraint wechat_event_pkey primary key (id, org_code),
  constraint wechat_event_message_key unique (app_id, message_key, org_code)
);
create index wechat_event_list on wechat_event (org_code, created_at, id);
select protect_by_store('wechat_event');

-- An openid of an app belongs to at most one member of a store, and a member has at most one openid of an app.
create table member_openid (
  openid text not null,
  app_id text not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  bound_at timestamptz not null,
  constraint member_openid_pkey primary key (openid, app_id, org_code),
  constraint member_openid_of_member unique (member_id, app_id, org_code),
  constraint member_openid_member foreign key (member_id, org_code) references member (id, org_code)
);
select protect_by_store('member_openid');

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000409', 'wechat.prune', '0 20 4 * * ?', '', '删除过期的公众号事件');

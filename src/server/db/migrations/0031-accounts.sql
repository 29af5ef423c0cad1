create table login_captcha (
  check_key text primary key,
  answer text not null,
  expires_at timestamptz not null
);
comment on column login_captcha.check_key is 'hashed';

create table sms_code (
  phone text not null,
  mode text not null constraint sms_code_mode_known check (mode in ('0', '1', '2')),
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (phone, mode)
);

-- What is to be sent by the SMS channel; the demo shows it.
create table sms_outbox (
  id uuid primary key,
  phone text not null,
  text text not null,
  state text not null default 'waiting' constraint sms_outbox_state_known check (state in ('waiting', 'sent', 'failed')),
  create_time timestamptz not null default now()
);

create table login_log (
  id bigint generated always as identity primary key,
  org_code text collate "C" not null,
  create_time timestamptz not null default now(),
  user_id uuid,
  username text not null,
  realname text not null,
  ip text not null,
  -- `signedIn`, `signedOut`, `refused`
  outcome text not null constraint login_log_outcome_known check (outcome in ('signedIn', 'signedOut', 'refused'))
);
select protect_by_store('login_log');
create index login_log_time_idx on login_log (org_code, create_time);

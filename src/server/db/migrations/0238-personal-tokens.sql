-- Tokens that users make for programs: within chosen actions and stores, until an end. Only the hash is stored.
create table personal_token (
  id uuid not null,
  user_id uuid not null references user_account on delete cascade,
  name text not null,
  token_hash text not null,
  actions text[] not null,
  store_codes text[] collate "C" not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text not null default '',
  used_at timestamptz,
  used_address text not null default '',
  constraint personal_token_pkey primary key (id),
  constraint personal_token_hash_key unique (token_hash)
);
comment on column personal_token.store_codes is 'stores that a call may name; what is below each belongs to it';
comment on column personal_token.revoked_by is 'the user name; empty: the end came with a changed password, freezing or deletion';
create index personal_token_user_idx on personal_token (user_id);
create index personal_token_expires_at_idx on personal_token (expires_at);

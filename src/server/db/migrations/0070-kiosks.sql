-- Kiosks: where guests help themselves. Each has a key of its own and may do what a kiosk does, and nothing else.

create table kiosk (
  id uuid not null,
  org_code text collate "C" not null,
  -- What stands on its orders in place of a person.
  name text not null,
  -- Null: no key has been made yet. The key itself is shown once and kept nowhere.
  key_hash text collate "C",
  key_at timestamptz,
  enabled boolean not null default true,
  -- What guests may pay with: a member's wallets, the pay code on a phone, or either.
  pays text not null default 'wallet',
  -- What its tickets begin with; empty: what those of the store begin with.
  ticket_prefix text not null default '',
  -- Where its tickets are printed; empty: nowhere, the guest reads the number on the screen.
  print_id text not null default '',
  language text not null default 'zh',
  -- How its reader types a card.
  card_format text not null default 'decimal10',
  seen_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint kiosk_pkey primary key (id, org_code),
  constraint kiosk_name_key unique (org_code, name),
  constraint kiosk_pays_known check (pays in ('wallet', 'scan', 'both')),
  constraint kiosk_language_known check (language in ('zh', 'en'))
);
create unique index kiosk_key on kiosk (key_hash) where key_hash is not null;
create index kiosk_list on kiosk (org_code, created_at, id);
select protect_by_store('kiosk');

-- Whether guests may line up by the rule without anybody's help.
alter table consume_rule add column self_service boolean not null default false;

-- The SMS provider of a chain or store, with its sealed key and the provider's numbers of our templates.
create table sms_provider (
  org_code text collate "C" not null,
  provider text not null constraint sms_provider_known check (provider in ('sandbox', 'aliyun', 'tencent')),
  enabled boolean not null default false,
  -- Key id, signature, and what else the provider needs; no secret.
  settings jsonb not null default '{}',
  secret_sealed text not null default '',
  -- [{templateCode: ours, providerCode: the provider's, params: names of our variables in the provider's order}]
  templates jsonb not null default '[]',
  updated_by text not null,
  updated_at timestamptz not null,
  constraint sms_provider_pkey primary key (org_code)
);
select protect_by_store('sms_provider');

-- Every change of how a store reaches a provider: what takes effect and by whom, and what still waits for a second person.
create table payment_provider_change (
  id uuid not null,
  org_code text collate "C" not null,
  provider text not null,
  enabled boolean not null,
  -- Everything as it is to be, not only what differs.
  settings jsonb not null,
  keys_sealed text not null,
  -- Names of the settings and secrets that differ from before.
  fields text[] not null,
  state text not null constraint payment_provider_change_state_known check (state in ('open', 'done', 'refused', 'replaced')),
  proposer_id uuid not null,
  proposer_name text not null,
  proposed_at timestamptz not null,
  decider_id uuid,
  decider_name text not null default '',
  decided_at timestamptz,
  constraint payment_provider_change_pkey primary key (id, org_code),
  constraint payment_provider_change_decided check ((state = 'open') = (decided_at is null)),
  -- Keys of what was refused are not kept.
  constraint payment_provider_change_keys check (state = 'open' or keys_sealed = '')
);
create unique index payment_provider_change_open on payment_provider_change (provider, org_code) where state = 'open';
select protect_by_store('payment_provider_change');
revoke delete on payment_provider_change from pitlane_app;

-- Whoever may change a provider may not settle its differences: managers of existing systems keep settling, headquarters change.
delete from role_permission where role_id = 'manager' and permission_id in ('paymentprovider:edit', 'menu-payment-providers');

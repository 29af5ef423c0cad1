-- Whether the counter must name a cashier.
alter table store add column cashier_required text not null default 'NO'
  constraint store_cashier_required_known check (cashier_required in ('YES', 'NO'));

-- Cashiers who have shown by their password that they took over a counter: good for one sign-in, at one terminal (or a browser),
-- for some hours.
create table cashier_proof (
  token_hash text not null,
  cashier_id uuid not null,
  org_code text collate "C" not null,
  terminal_id uuid,
  expires_at timestamptz not null,
  constraint cashier_proof_pkey primary key (token_hash, cashier_id),
  constraint cashier_proof_token_hash_fkey foreign key (token_hash) references access_token on delete cascade,
  constraint cashier_proof_cashier_id_fkey foreign key (cashier_id) references user_account on delete cascade
);
select protect_by_store('cashier_proof');

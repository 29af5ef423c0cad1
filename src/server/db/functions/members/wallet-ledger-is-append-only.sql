create or replace function wallet_ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the wallet ledger is append-only';
end
$$;

create or replace trigger wallet_ledger_append_only before update or delete or truncate on wallet_ledger
  for each statement execute function wallet_ledger_is_append_only();

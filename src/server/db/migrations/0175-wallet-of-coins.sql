-- Coins of members: a kind of wallet beside points, laps and visits. The list of accounts is extended as it is, because other slices extend
-- it as well. What is stored fits the longer lists already, so nothing is read for them.
do $$
declare
  accounts constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_account_known');
begin
  alter domain wallet_kind drop constraint wallet_kind_known;
  alter domain wallet_kind add constraint wallet_kind_known
    check (value = any ('{balance,give,integral,laps,coins,frequency}'::text[])) not valid;
  alter domain ledger_account drop constraint ledger_line_account_known;
  execute format('alter domain ledger_account add constraint ledger_line_account_known check (value = any (%L::text[])) not valid',
    '{' || accounts || ',coins}');
end
$$;

create or replace function ledger_line_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;

create or replace trigger ledger_line_append_only before update or delete or truncate on ledger_line
  for each statement execute function ledger_line_is_append_only();

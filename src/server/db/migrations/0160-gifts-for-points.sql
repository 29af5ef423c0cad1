-- Points that members pay for gifts. The list of causes is extended as it is, because other slices extend it as well.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',gift}');
end
$$;

-- Limits the rest of the transaction to the rows of a scope, which row-level security enforces.
create or replace function enter_scope(/* {scope, scopeEnd}. */ call jsonb) returns void language plpgsql as $$
declare
  was_set text;
begin
  -- Assignments: PL/pgSQL evaluates them without a query.
  was_set := set_config('pitlane.scope', call ->> 'scope', true);
  was_set := set_config('pitlane.scope_end', call ->> 'scopeEnd', true);
end
$$;

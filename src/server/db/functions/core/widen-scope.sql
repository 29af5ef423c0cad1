-- Lets the transaction see every store for a few statements, which name their stores themselves; returns the scope for `restore_scope`. After
-- an error the transaction is rolled back, and the scope with it.
create or replace function widen_scope() returns text[] language plpgsql as $$
declare
  before constant text[] := array[coalesce(current_setting('pitlane.scope', true), ''), coalesce(current_setting('pitlane.scope_end', true), '')];
  was_set text;
begin
  was_set := set_config('pitlane.scope', '', true);
  was_set := set_config('pitlane.scope_end', '~', true);
  return before;
end
$$;

-- Limits the rest of the transaction to the scope that it had before `widen_scope`.
create or replace function restore_scope(p_before text[]) returns void language plpgsql as $$
declare
  was_set text;
begin
  was_set := set_config('pitlane.scope', p_before[1], true);
  was_set := set_config('pitlane.scope_end', p_before[2], true);
end
$$;

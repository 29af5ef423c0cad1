-- Charges, as `charge_batch` does it, and answers when it is on the disk, in one round trip; see `start_play_committed`.
create or replace procedure charge_batch_committed(calls jsonb, inout answer jsonb) language plpgsql as $$
declare
  was_set text;
begin
  was_set := set_config('synchronous_commit', 'off', true);
  answer := charge_batch(calls);
  commit;
  -- Nobody reads it: a commit that has written something waits until that and all before it is on the disk.
  perform pg_logical_emit_message(true, 'pitlane', '');
end
$$;

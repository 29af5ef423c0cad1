-- Runs `charge_batch` and answers when the commit is on disk, in one round trip; see `start_play_committed`.
create or replace procedure charge_batch_committed(calls jsonb, inout answer jsonb) language plpgsql as $$
declare
  was_set text;
begin
  was_set := set_config('synchronous_commit', 'off', true);
  answer := charge_batch(calls);
  commit;
  -- Nobody reads this message: a synchronous commit that writes something waits until it and all earlier commits are on disk.
  perform pg_logical_emit_message(true, 'pitlane', '');
end
$$;

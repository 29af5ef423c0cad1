-- Runs `start_play` and answers when the commit is on disk, in one round trip.
--
-- Starts of one store wait for each other's commit. So a start commits asynchronously, the next one goes on, and one later flush makes all
-- of them durable. A transaction that saw a start lost in a power cut wrote after it and is lost as well; no caller has got an answer.
create or replace procedure start_play_committed(call jsonb, inout answer jsonb) language plpgsql as $$
declare
  was_set text;
begin
  was_set := set_config('synchronous_commit', 'off', true);
  answer := start_play(call);
  commit;
  -- Nobody reads this message: a synchronous commit that writes something waits until it and all earlier commits are on disk.
  perform pg_logical_emit_message(true, 'pitlane', '');
end
$$;

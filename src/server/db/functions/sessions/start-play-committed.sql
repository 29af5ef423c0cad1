-- Starts a session, as `start_play` does, and answers when it is on the disk, in one round trip.
--
-- Starts of a store wait for each other until one is committed. So a start commits without waiting for the disk, the next one
-- goes on, and what all of them wait for afterwards is one write for many. Whoever has seen a start that a power cut then undoes
-- has written after it, and what was written later is lost with it; nobody has been answered.
create or replace procedure start_play_committed(call jsonb, inout answer jsonb) language plpgsql as $$
declare
  was_set text;
begin
  was_set := set_config('synchronous_commit', 'off', true);
  answer := start_play(call);
  commit;
  -- Nobody reads it: a commit that has written something waits until that and all before it is on the disk.
  perform pg_logical_emit_message(true, 'pitlane', '');
end
$$;

-- The stored answer of a call with this key; null where there is none, and then concurrent calls with this key wait until this transaction
-- ends. Refuses a key that was used for another call or another body, and one whose answer was forgotten (`forget_answers`).
create or replace function answer_before(p_key uuid, p_path text, p_body_hash text) returns jsonb language plpgsql as $$
declare
  prior request_key;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_key::text, 7019283111));
  -- A separate statement sees what was committed while this transaction waited for the lock.
  select * into prior from request_key where key = p_key;
  if prior.path <> p_path or prior.body_hash <> p_body_hash then
    perform refuse('common.keyReused');
  end if;
  if prior.answer = '{"forgotten": true}' then
    perform refuse('common.answerForgotten');
  end if;
  return prior.answer;
end
$$;

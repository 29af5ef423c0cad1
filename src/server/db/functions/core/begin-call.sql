-- Begins a call that takes effect once: enters its scope and returns the answer stored under its key; see `answer_before`.
create or replace function begin_call(/* {scope, scopeEnd, key, path, bodyHash}. */ call jsonb) returns jsonb language plpgsql as $$
begin
  perform enter_scope(call);
  return answer_before((call ->> 'key')::uuid, call ->> 'path', call ->> 'bodyHash');
end
$$;

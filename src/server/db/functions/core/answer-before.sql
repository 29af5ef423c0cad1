-- What a call with this key has answered before; null where there was none, and nobody else works on it until this
-- transaction ends. Refuses a key that stands for another call or another body.
create or replace function answer_before(p_key uuid, p_path text, p_body_hash text) returns jsonb language plpgsql as $$
declare
  prior request_key;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_key::text, 7019283111));
  -- A statement of its own: it sees what was committed while this one waited.
  select * into prior from request_key where key = p_key;
  if prior.path <> p_path or prior.body_hash <> p_body_hash then
    perform refuse('common.keyReused');
  end if;
  return prior.answer;
end
$$;

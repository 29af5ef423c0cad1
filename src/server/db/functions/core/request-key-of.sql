-- The answer of a call as `store_request_keys` takes it.
create or replace function request_key_of(
  /* {key, userId, path, bodyHash, now}. */ call jsonb,
  /* The store of the effect. */ p_org_code text,
  p_answer jsonb
) returns request_key language plpgsql stable as $$
declare
  answered request_key;
begin
  answered.key := call ->> 'key';
  answered.org_code := p_org_code;
  answered.user_id := call ->> 'userId';
  answered.path := call ->> 'path';
  answered.body_hash := call ->> 'bodyHash';
  answered.answer := p_answer;
  answered.created_at := call ->> 'now';
  return answered;
end
$$;

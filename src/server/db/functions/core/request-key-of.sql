-- The answer of a call as `store_request_keys` takes it. An expression in the order of the table's columns, which PostgreSQL inlines.
create or replace function request_key_of(
  /* {key, userId, path, bodyHash, now}. */ call jsonb,
  /* The store of the effect. */ p_org_code text,
  p_answer jsonb
) returns request_key language sql stable as $$
  select row((call ->> 'key')::uuid, p_org_code, (call ->> 'userId')::uuid, call ->> 'path', call ->> 'bodyHash', p_answer,
    (call ->> 'now')::timestamptz)::request_key
$$;

-- Stores the answers of calls under their keys. A key used by another call violates the constraint.
create or replace function store_request_keys(answered request_key[]) returns void language plpgsql as $$
begin
  insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
    select k.key, k.org_code, k.user_id, k.path, k.body_hash, k.answer, k.created_at from unnest(answered) k;
end
$$;

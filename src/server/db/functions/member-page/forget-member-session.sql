-- Every copy of the server caches members by token; the end of a session notifies all copies on commit.
create or replace function forget_member_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'tokenHash', old.token_hash)::text);
  return null;
end
$$;

create or replace trigger forget_member_session after delete on member_session
  for each row execute function forget_member_session();

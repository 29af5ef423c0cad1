-- Every copy of the server caches users by token and their permissions. A change notifies all copies on commit, whether on a screen or at
-- an SQL prompt.
create or replace function forget_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'userId',
    case tg_table_name when 'user_account' then to_jsonb(old) ->> 'id'
      else coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(old) ->> 'user_id') end)::text);
  return null;
end
$$;

create or replace trigger forget_person after update of username, realname, identity, status, password_hash, deleted_at or delete
  on user_account for each row execute function forget_person();
create or replace trigger forget_person after insert or update or delete on user_role
  for each row execute function forget_person();
create or replace trigger forget_person after insert or update or delete on user_store
  for each row execute function forget_person();
create or replace trigger forget_person after insert or update or delete on store_role_user
  for each row execute function forget_person();
-- The use of a token is noted by another column, and changes no right.
create or replace trigger forget_person after update of revoked_at or delete on personal_token
  for each row execute function forget_person();

-- A changed password, and freezing or deleting a user, end all of the user's sign-ins and personal access tokens, whatever makes the change.
create or replace function end_tokens() returns trigger language plpgsql as $$
begin
  update access_token set revoked_at = now() where user_id = new.id and revoked_at is null;
  update personal_token set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end
$$;

create or replace trigger end_tokens after update of password_hash, status, deleted_at on user_account for each row
  when (new.password_hash <> old.password_hash or (new.status <> 1 and old.status = 1)
    or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_tokens();

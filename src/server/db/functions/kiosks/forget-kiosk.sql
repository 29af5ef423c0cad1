-- Every copy of the server caches the keys of kiosks; a change notifies all copies on commit.
create or replace function forget_kiosk() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'userId', old.id)::text);
  return null;
end
$$;

create or replace trigger forget_kiosk after update of name, key_hash, enabled or delete on kiosk
  for each row execute function forget_kiosk();

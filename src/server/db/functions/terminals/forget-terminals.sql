-- Every copy of the server caches the keys of terminals. Enrolling or revoking one notifies all copies on commit, whether on a screen or at
-- an SQL prompt.
create or replace function forget_terminals() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"terminals"}');
  return null;
end
$$;

create or replace trigger forget_terminals after update of public_key, revoked_at or delete on terminal
  for each row execute function forget_terminals();

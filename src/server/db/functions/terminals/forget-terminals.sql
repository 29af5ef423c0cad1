-- Every copy of the server remembers the keys of terminals. Whoever enrols or revokes one, on a screen or at a SQL prompt, tells
-- all copies when it commits.
create or replace function forget_terminals() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"terminals"}');
  return null;
end
$$;

create or replace trigger forget_terminals after update of public_key, revoked_at or delete on terminal
  for each row execute function forget_terminals();

-- Run as the superuser `postgres` in the server's database, when the server has started for the first time:
--   sudo -u postgres psql pitlane -v ON_ERROR_STOP=1 -v password=… -f setup.sql
-- Afterwards PgBouncer's userlist.txt contains one line: "pitlane_pooler" "that password".
-- It may be run again, and has to be in each further database. A restore into the same one leaves it as it is.
do $$
begin
  if not exists (select from pg_roles where rolname = 'pitlane_pooler') then
    create role pitlane_pooler;
  end if;
end
$$;
alter role pitlane_pooler login password :'password';

-- Apart from the server's tables, which a restore makes anew.
create schema if not exists pooler;
grant usage on schema pooler to pitlane_pooler;

-- PgBouncer signs the server in with the secret that PostgreSQL stores; it sees those of the server's roles only. Only a superuser
-- may read secrets, so the function must belong to one.
create or replace function pooler.secret_of(login text, out username name, out secret text) language sql stable
  security definer set search_path = pg_catalog as
$$
  select usename, passwd from pg_shadow where usename = login and not usesuper
    and pg_has_role(usename, 'pitlane_app', 'member')
$$;
revoke all on function pooler.secret_of(text) from public;
grant execute on function pooler.secret_of(text) to pitlane_pooler;

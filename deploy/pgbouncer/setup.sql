-- Run once as the owner of the database, when the server has started for the first time:
--   psql "$DATABASE_URL" -v password=… -f setup.sql
-- Afterwards PgBouncer's userlist.txt contains one line: "pitlane_pooler" "that password".
create role pitlane_pooler login password :'password';

-- PgBouncer signs the server in with the secret that PostgreSQL stores; it sees those of the server's roles only.
create or replace function pooler_secret(login text, out username name, out secret text) language sql stable
  security definer set search_path = pg_catalog as
$$
  select usename, passwd from pg_shadow where usename = login and not usesuper
    and pg_has_role(usename, 'pitlane_app', 'member')
$$;
revoke all on function pooler_secret(text) from public;
grant execute on function pooler_secret(text) to pitlane_pooler;

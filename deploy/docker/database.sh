#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the owner of the database is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PITLANE_DATABASE_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role pitlane_owner login createrole password :'password';
create database pitlane owner pitlane_owner encoding 'UTF8' template template0 locale 'C.UTF-8';
SQL

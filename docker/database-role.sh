#!/bin/sh
# Run once, when the database is made: the portal owns its database, and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$PORTAL_DB_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role portal login password :'password';
create database portal owner portal;
SQL

#!/bin/sh
# Who may sign in to PostgreSQL: over the network the portal alone, and with its password. The superuser
# gets in by the socket, which is inside the container: docker compose exec database psql -U postgres
# It runs by itself when the database is made; README.md says how to run it on one that is there.
set -eu
cat >"$PGDATA/pg_hba.conf" <<RULES
# type  database  user  address  method
local all "${POSTGRES_USER:-postgres}" trust
host portal portal all scram-sha-256
RULES
# Reads the rules: the first line of this file is the server's process.
kill -HUP "$(head -n 1 "$PGDATA/postmaster.pid")"

-- Where an account is signed in. The default is for portals of the last release, which may go on
-- working on the same database for a while.
alter table sessions
  add column user_agent text,
  add column address text,
  add column last_used_at timestamptz not null default now();
update sessions set last_used_at = created_at;

-- Failed sign-ins, by address, by account, and by both. Logged, unlike rate_hits: whoever could make
-- the database crash would be given their guesses back. Nobody may try before wait_ends.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_ends timestamptz not null,
  wait_ends timestamptz
);
create index sign_in_failures_window_ends on sign_in_failures (window_ends);

-- Addresses that an account has signed in from, as hashes with the secret below.
create table known_addresses (
  user_id uuid not null references users,
  hash bytea not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_addresses_expires_at on known_addresses (expires_at);
insert into secrets (name, value)
values ('known addresses', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

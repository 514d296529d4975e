-- Up to where of the log a copy of the database has to be before somebody reads from it: past what
-- that person has written ('of' is their id) and past what the screens were told of ('told'). Not
-- logged: after a crash of the database nobody's answer is still on its way.
create unlogged table read_marks (
  of text primary key,
  lsn pg_lsn not null,
  at timestamptz not null default now()
);

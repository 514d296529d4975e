-- When the password was last entered in a session. Those that are under way have it asked for.
alter table sessions add column password_entered_at timestamptz;

-- Who set the password, where that was somebody else: its owner is told at each sign-in until they
-- change it. When is in password_set_at.
alter table users add column password_set_by text;

-- Who added and removed administrators. Each of the others learns of it at their next sign-in, which
-- takes them out of `unread_by`: comparing times would lose what commits while somebody signs in.
create table administrator_changes (
  id uuid primary key,
  kind text not null check (kind in ('added', 'removed')),
  name text not null,
  email text not null,
  by_id uuid not null references users,
  by_whom text not null,
  at timestamptz not null,
  unread_by uuid[] not null
);

-- Which transaction a change is of, so that a screen can be told only of what it has not seen: it knows
-- which transactions were over when it began to ask for its data.
alter table changes_to_tell add column xid xid8 not null default pg_current_xact_id();

-- When each thing was last told, as the transaction that did so: what it told was done before.
-- 'everything' is what is not known any more: before it there was no such memory, or a crash of the
-- database has taken it.
create unlogged table changes_told (
  kind text not null,
  concerned text not null,
  xid xid8 not null,
  primary key (kind, concerned)
);
insert into changes_told values ('everything', 'everyone', pg_current_xact_id());

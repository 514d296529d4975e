-- How many leads of each day there are in all, in each status, and with each letter and pair of
-- letters in what is searched: a page in the middle of a million, and what one or two letters find,
-- are reached without reading what comes before. Counted in the background, once a day is over.
create table lead_days (
  -- 'all', 'status …' or 'text …'
  key text not null,
  -- Of UTC.
  day date not null,
  count integer not null,
  primary key (key, day) include (count)
);
create index lead_days_day on lead_days (day);

-- Days up to here are counted, but for those that are marked since. They are over for some hours by
-- then: longer than any transaction takes that added a lead of theirs without a mark.
create table lead_days_counted (
  one boolean primary key default true check (one),
  until date not null default '-infinity'
);
insert into lead_days_counted default values;

-- Days of which a lead was changed after they were counted: until they are counted again, whoever
-- needs to know looks at their leads. Only ever added to by those who change leads, so that nobody
-- waits for anybody. Without `texts` only a status has changed.
create table lead_day_marks (
  day date not null,
  texts boolean not null
);

create function utc_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'UTC')::date
$$;
create function start_of_utc_day(day date) returns timestamptz language sql immutable as $$
  select day::timestamp at time zone 'UTC'
$$;

-- By row, as its condition costs a create next to nothing: leads of a day that is not over mark
-- nothing. Of many leads in one transaction each day is marked once in a row.
create function mark_lead_day() returns trigger language plpgsql as $$
declare
  day date := utc_day(case when tg_op = 'DELETE' then old.created_at else new.created_at end);
  mark text := day || ' ' || tg_argv[0];
begin
  if current_setting('portal.marked_day', true) is distinct from mark then
    insert into lead_day_marks (day, texts) values (day, tg_argv[0] = 'texts');
    perform set_config('portal.marked_day', mark, true);
  end if;
  return null;
end
$$;

create trigger leads_inserted_day after insert on leads
  for each row when (new.created_at < date_trunc('day', now() - interval '1 hour', 'UTC'))
  execute function mark_lead_day('texts');
create trigger leads_deleted_day after delete on leads
  for each row when (old.created_at < date_trunc('day', now() - interval '1 hour', 'UTC'))
  execute function mark_lead_day('texts');
create trigger leads_corrected_day after update of search_text on leads
  for each row when (new.created_at < date_trunc('day', now() - interval '1 hour', 'UTC')
    and old.search_text <> new.search_text)
  execute function mark_lead_day('texts');
create trigger leads_status_day after update of status_key on leads
  for each row when (new.created_at < date_trunc('day', now() - interval '1 hour', 'UTC')
    and old.status_key <> new.status_key)
  execute function mark_lead_day('status');

-- The portal never does this; whoever does is not to spoil the counts.
create function mark_moved_lead_days() returns trigger language plpgsql as $$
begin
  insert into lead_day_marks (day, texts)
  values (utc_day(old.created_at), true), (utc_day(new.created_at), true);
  return null;
end
$$;
create trigger leads_moment_day after update of created_at on leads
  for each row when (old.created_at <> new.created_at) execute function mark_moved_lead_days();

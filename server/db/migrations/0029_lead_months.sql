-- What the days of a month are counted as, together: a page is first looked for among months, then
-- among the days of its own, so that ten years of days are not summed for each.
create table lead_months (
  key text not null,
  month date not null,
  count integer not null,
  primary key (key, month)
);

create function month_of(day date) returns date language sql immutable as $$
  select date_trunc('month', day::timestamp)::date
$$;

-- A process of the release before may be storing a day: what it stores is added up here, or waits for the
-- triggers below.
lock table lead_days in share row exclusive mode;
insert into lead_months (key, month, count)
select key, month_of(day), sum(count) from lead_days group by key, month_of(day);

-- By the database, in the statement that stores or removes a day: a month is never other than its days.
create function add_days_to_months() returns trigger language plpgsql as $$
begin
  insert into lead_months as known (key, month, count)
  select key, month_of(day), sum(count) from counted group by key, month_of(day)
  on conflict (key, month) do update set count = known.count + excluded.count;
  return null;
end
$$;
create function take_days_from_months() returns trigger language plpgsql as $$
begin
  update lead_months known set count = known.count - gone.count
  from (
    select key, month_of(day) as month, sum(count) as count from counted
    group by key, month_of(day)
  ) gone
  where known.key = gone.key and known.month = gone.month;
  return null;
end
$$;
create trigger lead_days_added after insert on lead_days
  referencing new table as counted for each statement execute function add_days_to_months();
create trigger lead_days_removed after delete on lead_days
  referencing old table as counted for each statement execute function take_days_from_months();

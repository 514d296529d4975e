-- How far a lead came (null: no further than submitted), and since when it is won: set while it stands
-- in the Live group, to when it came there.
alter table leads add column won_at timestamptz, add column came smallint;
alter table deleted_leads add column won_at timestamptz, add column came smallint;

-- The order of contract/stages.ts; a test holds the two together.
create function stage_of(status_key text) returns smallint language sql immutable as $$
  select (case
    when status_key in ('new', 'open') then 0
    when status_key in
      ('attempted to contact', 'contacted', 'connected', 'in progress', 'open deal') then 1
    when status_key = 'application sent' then 2
    when status_key = 'application submitted' then 3
    when status_key in ('closed won', 'closed won (implementation)', 'live') then 4
  end)::smallint
$$;

-- The Monday of the week, by UTC.
create function utc_week(at timestamptz) returns date language sql immutable as $$
  select date_trunc('week', at at time zone 'UTC')::date
$$;

create function whole_days(since timestamptz, until timestamptz) returns integer
language sql immutable as $$
  select floor(extract(epoch from until - since) / 86400)::integer
$$;

-- Only where a status changes, so that adding leads does not pay for it. Whoever puts a lead back as it
-- was says so, and is not corrected.
create function follow_stage() returns trigger language plpgsql as $$
begin
  if new.won_at is not distinct from old.won_at then
    new.won_at := case
      when not status_is_live(new.status_key) then null
      else coalesce(old.won_at, new.status_changed_at, clock_timestamp())
    end;
  end if;
  if new.came is not distinct from old.came then
    new.came := nullif(coalesce(stage_of(new.status_key), old.came), 0);
  end if;
  return new;
end
$$;
create trigger leads_stage before update of status_key on leads
  for each row when (old.status_key is distinct from new.status_key)
  execute function follow_stage();

-- What the figures of movement are read from, kept ready:
--   submitted  leads by the week they were submitted in; the value is how far they came
--   won        leads by the week they were won in; the value is how many days that took
-- The leads of all partners together have the partner 0000….
create table lead_movement (
  partner_id uuid not null,
  fact text not null check (fact in ('submitted', 'won')),
  week date not null,
  value integer not null,
  count bigint not null,
  primary key (partner_id, fact, week, value)
);
create index lead_movement_won on lead_movement (week, partner_id, count) where fact = 'won';

-- How many leads have left a status after how many whole days, whoever's they were.
create table lead_stays (
  status_key text not null,
  days integer not null,
  count bigint not null,
  primary key (status_key, days)
);

-- What is still to be added to both. Changes only ever append here, so that nobody waits for a row that
-- all of them change; whoever reads adds it up, and a portal folds it in now and then.
create table movement_deltas (
  fact text not null,
  partner_id uuid,
  week date,
  status_key text,
  value integer not null,
  n bigint not null
);

-- Whatever statement changes leads. A stay ends when a status does, and is taken back where the lead is
-- put back to when it began; what a lead has been through stays when it is deleted.
create function follow_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into movement_deltas (fact, partner_id, week, value, n)
    select 'submitted', partner_id, utc_week(created_at), coalesce(came, 0), count(*)
    from new_leads group by 2, 3, 4
    union all
    select 'won', partner_id, utc_week(won_at), whole_days(created_at, won_at), count(*)
    from new_leads where won_at is not null group by 2, 3, 4;
    return null;
  end if;

  if tg_op = 'DELETE' then
    insert into movement_deltas (fact, partner_id, week, value, n)
    select 'submitted', partner_id, utc_week(created_at), coalesce(came, 0), -count(*)
    from old_leads group by 2, 3, 4
    union all
    select 'won', partner_id, utc_week(won_at), whole_days(created_at, won_at), -count(*)
    from old_leads where won_at is not null group by 2, 3, 4;
    return null;
  end if;

  with changed as (
    select id, partner_id, created_at, came, won_at, status_key, status_changed_at, 1 as n
    from new_leads
    union all
    select id, partner_id, created_at, came, won_at, status_key, status_changed_at, -1
    from old_leads
  ), compared as (
    -- By group and not by a join, whose plan would be kept from a statement about one lead.
    select min(created_at) as created_at,
      max(status_key) filter (where n = -1) as old_key,
      max(status_key) filter (where n = 1) as new_key,
      max(status_changed_at) filter (where n = -1) as old_since,
      max(status_changed_at) filter (where n = 1) as new_since
    from changed group by id
    having max(status_changed_at) filter (where n = -1)
      is distinct from max(status_changed_at) filter (where n = 1)
  ), stays as (
    select old_key as status_key,
      whole_days(coalesce(old_since, created_at), new_since) as days, 1 as n
    from compared where new_since >= coalesce(old_since, created_at)
    union all
    select new_key, whole_days(coalesce(new_since, created_at), old_since), -1
    from compared
    where old_since is not null and (new_since is null or new_since < old_since)
  )
  insert into movement_deltas (fact, partner_id, week, status_key, value, n)
  select 'submitted', partner_id, utc_week(created_at), null, coalesce(came, 0), sum(n)
  from changed group by 2, 3, 5 having sum(n) <> 0
  union all
  select 'won', partner_id, utc_week(won_at), null, whole_days(created_at, won_at), sum(n)
  from changed where won_at is not null group by 2, 3, 5 having sum(n) <> 0
  union all
  select 'stay', null, null, status_key, days, sum(n)
  from stays group by 4, 5 having sum(n) <> 0;
  return null;
end
$$;

create trigger leads_inserted_moved after insert on leads referencing new table as new_leads
  for each statement execute function follow_movement();
create trigger leads_updated_moved after update on leads
  referencing new table as new_leads old table as old_leads
  for each statement execute function follow_movement();
create trigger leads_deleted_moved after delete on leads referencing old table as old_leads
  for each statement execute function follow_movement();

-- Within how many days nine in ten left a status, where enough did to tell.
create function usual_stays(fewest bigint) returns table (status_key text, days integer)
language sql stable as $$
  select status_key, min(days) filter (where reached >= 0.9 * total)
  from (
    select status_key, days,
      sum(count) over (partition by status_key order by days) as reached,
      sum(count) over (partition by status_key) as total
    from (
      select status_key, days, sum(count) as count from (
        select status_key, days, count from lead_stays
        union all
        select status_key, value, n from movement_deltas where fact = 'stay'
      ) all_stays
      group by 1, 2 having sum(count) > 0
    ) stays
  ) summed
  where total >= fewest
  group by 1
$$;

-- Leads that are already there, from what happened to them. Statuses are compared as the contract
-- compares them; only known ones matter here.
create function known_key(status text) returns text language sql immutable as $$
  select lower(btrim(regexp_replace(replace(status, '_', ' '), '\s+', ' ', 'g')))
$$;

create temporary table lead_past as
select lead.id,
  case when status_is_live(lead.status_key)
    then coalesce(came_live.at, lead.status_changed_at, lead.created_at) end as won_at,
  nullif(coalesce(stage_of(lead.status_key), staged.stage), 0) as came
from (
  select id, status_key, status_changed_at, created_at from leads
  union all
  select id, status_key, status_changed_at, created_at from deleted_leads
) lead
left join lateral (
  select at from events
  where subject_id = lead.id and kind = 'status'
    and status_is_live(known_key(data->>'to'))
    and not coalesce(status_is_live(known_key(data->>'from')), false)
  order by at desc, id desc limit 1
) came_live on status_is_live(lead.status_key)
left join lateral (
  select stage_of(known_key(data->>'from')) as stage from events
  where subject_id = lead.id and kind = 'status' and stage_of(known_key(data->>'from')) is not null
  order by at desc, id desc limit 1
) staged on stage_of(lead.status_key) is null
where lead.status_key <> 'new';

-- Triggers would count this as a change of the lead.
alter table leads disable trigger user;
update leads set won_at = past.won_at, came = past.came
from lead_past past
where past.id = leads.id and (past.won_at is not null or past.came is not null);
alter table leads enable trigger user;
update deleted_leads set won_at = past.won_at, came = past.came
from lead_past past
where past.id = deleted_leads.id and (past.won_at is not null or past.came is not null);
drop table lead_past;

insert into lead_movement (partner_id, fact, week, value, count)
select partner_id, 'submitted', utc_week(created_at), coalesce(came, 0), count(*)
from leads group by 1, 3, 4
union all
select partner_id, 'won', utc_week(won_at), whole_days(created_at, won_at), count(*)
from leads where won_at is not null group by 1, 3, 4;
insert into lead_movement (partner_id, fact, week, value, count)
select '00000000-0000-0000-0000-000000000000', fact, week, value, sum(count)
from lead_movement group by fact, week, value;

insert into lead_stays (status_key, days, count)
select known_key(left_status), whole_days(since, at), count(*)
from (
  select event.data->>'from' as left_status, event.at,
    coalesce(
      lag(event.at) over (partition by event.subject_id order by event.at, event.id),
      lead.created_at) as since
  from events event
  join (
    select id, created_at from leads union all select id, created_at from deleted_leads
  ) lead on lead.id = event.subject_id
  where event.kind = 'status'
) stay
where left_status is not null and at >= since
group by 1, 2;
drop function known_key;

-- Leads by when they were won, and by how long they have stood where they are. A new lead is in none of
-- these: it pays for them when its status changes first.
create index leads_won on leads (won_at) where won_at is not null;
create index leads_partner_won on leads (partner_id, won_at) where won_at is not null;
create index leads_standing on leads (status_key, status_changed_at, id)
  where status_changed_at is not null;
create index leads_partner_standing on leads (partner_id, status_key, status_changed_at, id)
  where status_changed_at is not null;

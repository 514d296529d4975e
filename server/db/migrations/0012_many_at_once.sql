-- Changes of many leads at once. What each did to which lead is in the events with its id.
create table bulk_changes (
  id uuid primary key,
  by_id uuid not null references users,
  kind text not null check (kind in ('status', 'moved', 'deleted')),
  -- Of what was asked for: the same id with another change is a mistake of the caller.
  fingerprint bytea not null,
  count integer not null default 0,
  -- When the last of them was changed: undoing is possible for a while from here on.
  done_at timestamptz,
  undone_at timestamptz
);

-- What undoing has to know beside what the timeline tells.
alter table events add column undo jsonb;

-- What a change of many leads will add to the counters when it is done. Were it added lead by lead,
-- everybody who adds a lead would wait for the whole change to end. Of live leads each by itself, since
-- companies take their names; of the others, sums.
create unlogged table uncounted_leads (
  transaction xid8 not null,
  n bigint not null,
  partner_id uuid not null,
  status_key text not null,
  company_key text,
  company_name text,
  website text,
  id uuid,
  created_at timestamptz
);

-- Both as texts: only the trigger itself can read which leads a statement has changed.
create function add_to_companies(changed text) returns text language sql immutable as $$
  select format($sql$
    insert into companies as kept
      (id, partner_id, company_key, name, website, live_leads, live_since)
    select uuid_v7(), partner_id, company_key,
      (array_agg(company_name order by n desc, created_at desc, id desc))[1],
      (array_agg(website order by n desc, (website is null), created_at desc, id desc))[1],
      sum(n), clock_timestamp()
    from (%s) changed
    where status_is_live(status_key)
    group by partner_id, company_key
    having sum(n) <> 0
    order by partner_id, company_key
    on conflict (partner_id, company_key) do update set
      live_leads = kept.live_leads + excluded.live_leads,
      live_since = case when kept.live_leads = 0 then excluded.live_since else kept.live_since end,
      name = case when excluded.live_leads > 0 then excluded.name else kept.name end,
      website = case when excluded.live_leads > 0
        then coalesce(excluded.website, kept.website) else kept.website end
  $sql$, changed)
$$;

create function add_to_counts(changed text) returns text language sql immutable as $$
  select format($sql$
    insert into lead_counts as kept (partner_id, status_key, count)
    select partner_id, status_key, sum(n) from (%s) changed
    group by partner_id, status_key
    having sum(n) <> 0
    order by partner_id, status_key
    on conflict (partner_id, status_key) do update set count = kept.count + excluded.count
  $sql$, changed)
$$;

-- As before, but for changes of many leads at once; and the counters, which everybody needs, are taken
-- last and so held shortest.
create or replace function follow_leads() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select *, 1 as n from new_leads'
    when 'DELETE' then 'select *, -1 as n from old_leads'
    else 'select *, 1 as n from new_leads union all select *, -1 as n from old_leads'
  end;
begin
  if coalesce(current_setting('portal.counting', true), '') <> 'later' then
    execute add_to_companies(changed);
    execute add_to_counts(changed);
    return null;
  end if;

  execute format($sql$
    insert into uncounted_leads
      (transaction, n, partner_id, status_key, company_key, company_name, website, id, created_at)
    select pg_current_xact_id(), n, partner_id, status_key,
      company_key, company_name, website, id, created_at
    from (%1$s) live where status_is_live(status_key)
    union all
    select pg_current_xact_id(), sum(n), partner_id, status_key, null, null, null, null, null
    from (%1$s) other where not status_is_live(status_key)
    group by partner_id, status_key
    having sum(n) <> 0
  $sql$, changed);
  return null;
end
$$;

-- Called before the end of every transaction that counts later.
create function count_uncounted_leads() returns void language plpgsql as $$
declare
  changed text := 'select * from uncounted_leads where transaction = pg_current_xact_id()';
begin
  execute add_to_companies(changed);
  execute add_to_counts(changed);
  delete from uncounted_leads where transaction = pg_current_xact_id();
end
$$;

-- A deleted lead may come back now: each one is marked, and one that comes back as it was stored is
-- unmarked. Were only one of them marked, bringing that one back would hide that others are gone.
create or replace function follow_imports() returns trigger language plpgsql as $$
declare
  undoing text := coalesce(current_setting('portal.undoing', true), '');
begin
  if tg_op = 'DELETE' then
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select id, import_id, lead_digest(to_jsonb(old_leads))
    from old_leads
    where import_id is not null and import_id::text <> undoing
    on conflict (lead_id) do nothing;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select old_leads.id, old_leads.import_id, lead_digest(to_jsonb(old_leads))
    from old_leads join new_leads using (id)
    where old_leads.import_id is not null and old_leads is distinct from new_leads
    on conflict (lead_id) do nothing;
  end if;

  delete from touched_leads using new_leads
  where touched_leads.lead_id = new_leads.id
    and touched_leads.digest_as_stored = lead_digest(to_jsonb(new_leads));
  return null;
end
$$;

-- Only where leads are brought back: an import of 200,000 leads need not look for marks of its own.
create trigger leads_restored_import after insert on leads referencing new table as new_leads
  for each statement when (current_setting('portal.restoring', true) = 'on')
  execute function follow_imports();

-- What may still be asked of HubSpot, by all processes together. A call takes its turn by moving
-- `next_at` on; refused ones block the way for all. Worth less than the writes it would cost to log.
create unlogged table crm_budget (
  name text primary key,
  most integer not null,
  milliseconds integer not null,
  next_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  refusals integer not null default 0,
  -- Of a day: how many are left, by the last answer that told.
  remaining integer,
  told_at timestamptz
);

-- While the connection is at fault, one process at a time tries whether it works again. A fault may
-- be one of a single kind of jobs, and concern no others.
alter table crm
  add column fault_of text,
  add column probes integer not null default 0,
  add column probe_at timestamptz,
  -- How many leads the backfill has handed over to be sent; done are those that have been.
  add column backfill_handed integer not null default 0;

-- A lead that is deleted keeps its deal, which is marked; this is what was last sent of that.
alter table crm_leads add column is_marked_deleted boolean not null default false;

-- A deal shows the name of its lead's partner, who may be called otherwise, or be gone.
create function push_leads_of_partner() returns trigger language plpgsql as $$
begin
  insert into jobs (id, kind, key)
  select gen_random_uuid(), 'push_lead', id::text from leads
  where partner_id = new.id and exists (select from crm where on_since is not null) order by id
  on conflict (kind, key) do update set wanted = jobs.wanted + 1, run_at = clock_timestamp(),
    attempts = 0, reason = null, parked_at = null;
  return null;
end
$$;
create trigger users_renamed_push after update of name, deleted_at on users for each row
  when ((old.name, old.deleted_at) is distinct from (new.name, new.deleted_at))
  execute function push_leads_of_partner();

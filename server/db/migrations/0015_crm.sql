-- Work that is done in the background, by whichever portal process comes first. Of one kind and key
-- there is one row: whoever wants it done again while it waits or is under way says so by `wanted`,
-- so that nothing is done twice for nothing, nothing is forgotten, and of one key one thing happens
-- after the other.
create table jobs (
  id uuid primary key,
  kind text not null,
  key text not null,
  data jsonb not null default '{}',
  wanted integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  run_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  -- Who is at it, and until when that is believed without hearing from them again.
  claimed_by uuid,
  claimed_until timestamptz,
  -- Of the last attempt, in plain words.
  reason text,
  -- Set where it cannot succeed: it waits for a person.
  parked_at timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (kind, run_at, id) where parked_at is null;
create index jobs_parked on jobs (parked_at desc, id) where parked_at is not null;

-- The connection; without `on_since` the portal is its own CRM.
create table crm (
  one boolean primary key default true check (one),
  on_since timestamptz,
  account jsonb,
  fault jsonb,
  last_pull_at timestamptz,
  last_push_at timestamptz,
  backfill_state text not null default 'offered'
    check (backfill_state in ('offered', 'running', 'paused', 'done')),
  backfill_after uuid,
  backfill_done integer not null default 0,
  backfill_total integer not null default 0,
  commission_payable_to_partner text not null default 'partner_commission_payable',
  alltime_commission_payable text not null default 'partner_commission_alltime'
);
insert into crm default values;

-- What HubSpot has of a lead. It stays when the lead is deleted, which can be undone.
create table crm_leads (
  lead_id uuid primary key,
  -- Deals that were merged there are one deal of several leads.
  deal_id text,
  contact_id text,
  company_id text,
  -- The lead as it was when it was last sent.
  pushed_version integer,
  -- The status on which both sides agreed last.
  agreed_status text,
  -- The values last seen there, and when they were set by HubSpot's clock.
  stage text,
  stage_at timestamptz,
  lead_status text,
  lead_status_at timestamptz,
  deal_modified_at timestamptz,
  archived_at timestamptz
);
create index crm_leads_deal on crm_leads (deal_id) where deal_id is not null;
create index crm_leads_contact on crm_leads (contact_id) where contact_id is not null;
create index crm_leads_company on crm_leads (company_id) where company_id is not null;

-- Whatever changes a lead, by whatever statement, has it sent; but not back to where it came from,
-- which has it as it is now.
create function push_leads() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('portal.from_crm', true), '') = 'on' then
    update crm_leads set pushed_version = changed.version from changed_leads changed
    where lead_id = changed.id and pushed_version = changed.version - 1;
    return null;
  end if;
  if not exists (select from crm where on_since is not null) then
    return null;
  end if;
  insert into jobs (id, kind, key)
  select gen_random_uuid(), 'push_lead', id::text from changed_leads order by id
  on conflict (kind, key) do update set wanted = jobs.wanted + 1, run_at = clock_timestamp(),
    attempts = 0, reason = null, parked_at = null;
  return null;
end
$$;
create trigger leads_inserted_push after insert on leads referencing new table as changed_leads
  for each statement execute function push_leads();
create trigger leads_updated_push after update on leads referencing new table as changed_leads
  for each statement execute function push_leads();
create trigger leads_deleted_push after delete on leads referencing old table as changed_leads
  for each statement execute function push_leads();

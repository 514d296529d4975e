-- Derived keys (email_key, company_key, status_key, search_text) are written by the portal, not by
-- the database, so that case folding does not depend on the locale of the server it runs on.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- PostgreSQL 15 to 17 have no uuidv7() of their own.
create function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
  from (
    select overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
      from 1 for 6
    ) as bytes
  ) stamped
$$;

-- Signing keys that every process of one portal shares.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Counters of the rate limits. Not logged: they are worth less than the writes they would cost.
create unlogged table rate_hits (
  key text primary key,
  hits integer not null,
  window_ends timestamptz not null
) with (fillfactor = 50);
create index rate_hits_window_ends on rate_hits (window_ends);

create table users (
  id uuid primary key,
  role text not null check (role in ('admin', 'partner')),
  name text not null,
  email text not null,
  email_key text not null,
  company text,
  password_hash text,
  password_set_at timestamptz not null,
  created_at timestamptz not null,
  -- A deleted partner leaves this row behind, so that leads and history keep their owner.
  deleted_at timestamptz
);
create unique index users_email_key on users (email_key) where deleted_at is null;
create index users_newest on users (role, created_at desc, id desc) where deleted_at is null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  refresh_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- An expired token stays until its session ends: only so can it be answered 'Token has expired'.
create table access_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_session on access_tokens (session_id);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  description text,
  hash bytea not null unique,
  token_display text not null,
  scopes text[] not null default '{leads:write}',
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_tokens_newest on api_tokens (user_id, created_at desc, id desc);

create table leads (
  id uuid primary key,
  partner_id uuid not null references users,
  company_name text,
  company_key text not null,
  website text,
  first_name text,
  last_name text,
  contact_name text,
  title text,
  email text,
  phone_number text,
  country text,
  address text,
  city text,
  state text,
  zip text,
  notes text,
  custom_fields jsonb,
  status text,
  status_key text not null,
  search_text text not null,
  source text not null check (source in ('form', 'upload', 'api')),
  created_at timestamptz not null
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_partner_newest on leads (partner_id, created_at desc, id desc);
create index leads_status_newest on leads (status_key, created_at desc, id desc);
create index leads_partner_status_newest on leads (partner_id, status_key, created_at desc, id desc);
create index leads_search on leads using gin (search_text gin_trgm_ops, partner_id);

-- No foreign key: the history of a lead outlives the lead.
create table lead_status_changes (
  id uuid primary key,
  lead_id uuid not null,
  changed_by uuid references users,
  changed_via text not null,
  from_status text,
  to_status text,
  changed_at timestamptz not null
);
create index lead_status_changes_lead on lead_status_changes (lead_id, changed_at);

-- How many leads each partner has in each status: totals and counts without a scan.
create table lead_counts (
  partner_id uuid not null references users,
  status_key text not null,
  count bigint not null,
  primary key (partner_id, status_key)
) with (fillfactor = 50);

-- A company a partner has, or once had, live leads of. Live while live_leads > 0.
create table companies (
  id uuid primary key,
  partner_id uuid not null references users,
  company_key text not null,
  name text,
  website text,
  live_leads integer not null,
  live_since timestamptz not null,
  commission_payable_to_partner numeric(14, 2),
  alltime_commission_payable numeric(14, 2),
  unique (partner_id, company_key)
);
create index companies_live on companies (live_since desc, id desc) where live_leads > 0;
create index companies_partner_live on companies (partner_id, live_since desc, id desc)
  where live_leads > 0;
create index companies_search on companies using gin (company_key gin_trgm_ops, partner_id)
  where live_leads > 0;

-- The Live group of contract/lead-status.ts; a test holds the two together.
create function status_is_live(status_key text) returns boolean language sql immutable as $$
  select status_key in ('closed won', 'closed won (implementation)', 'live')
$$;

-- Keeps lead_counts and companies true to leads, whatever statement changes them. Rows are taken in
-- key order, so that two statements never wait for each other in a circle.
create function follow_leads() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select *, 1 as n from new_leads'
    when 'DELETE' then 'select *, -1 as n from old_leads'
    else 'select *, 1 as n from new_leads union all select *, -1 as n from old_leads'
  end;
begin
  execute format($sql$
    insert into lead_counts as kept (partner_id, status_key, count)
    select partner_id, status_key, sum(n) from (%s) changed
    group by partner_id, status_key
    having sum(n) <> 0
    order by partner_id, status_key
    on conflict (partner_id, status_key) do update set count = kept.count + excluded.count
  $sql$, changed);

  execute format($sql$
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
  $sql$, changed);
  return null;
end
$$;

create trigger leads_inserted after insert on leads referencing new table as new_leads
  for each statement execute function follow_leads();
create trigger leads_updated after update on leads
  referencing new table as new_leads old table as old_leads
  for each statement execute function follow_leads();
create trigger leads_deleted after delete on leads referencing old table as old_leads
  for each statement execute function follow_leads();

-- What tells a lead's status in HubSpot, as the account has it, and what the portal calls it.
create table crm_values (
  kind text not null check (kind in ('stage', 'lead_status')),
  value text not null,
  label text not null,
  pipeline text,
  -- The order in which HubSpot shows them: of several that have one name, the first is sent.
  position integer not null,
  is_first boolean not null default false,
  status text,
  -- Somebody, or the table of usual names, has said what it is called; also that it has no name.
  is_named boolean not null default false,
  -- The account has it no more: leads may still stand in it.
  is_gone boolean not null default false,
  primary key (kind, value)
);

-- How far HubSpot has been read, of each kind of its objects.
create table crm_cursors (
  object text primary key check (object in ('deals', 'contacts', 'companies')),
  -- By HubSpot's clock: what was modified before has been read.
  since timestamptz,
  -- Of the round that is under way: since when it takes what was modified, when it began, the last id
  -- that it has read, and how many of how many that is.
  round_since timestamptz,
  round_began timestamptz,
  round_after text,
  round_seen integer not null default 0,
  round_total integer,
  -- How often it has been begun anew, as something was missing.
  round_tries integer not null default 0,
  -- By the portal's clock: when the last complete round began.
  read_at timestamptz,
  -- Of the slow round over everything that leads are linked to.
  swept_after text not null default '',
  is_urgent boolean not null default false
);
insert into crm_cursors (object) values ('deals'), ('contacts'), ('companies');

-- HubSpot's companies that leads are linked to. Kept beside what administrators have typed, which is
-- shown again where HubSpot is no longer connected.
create table crm_companies (
  id text primary key,
  commission_payable_to_partner numeric(14, 2),
  alltime_commission_payable numeric(14, 2)
);
alter table companies add column crm_company_id text;
create index companies_crm_company on companies (crm_company_id) where crm_company_id is not null;

create index crm_leads_stage on crm_leads (stage, lead_id);
create index crm_leads_lead_status on crm_leads (lead_status, lead_id);

-- A company is the one in HubSpot that a lead of it is linked to, for as long as one is. What has not
-- been read yet is read soon: it may have stood there for years, and no search would show it as new.
create function follow_crm_links() returns trigger language plpgsql as $$
begin
  update companies set crm_company_id = linked.company_id
  from (
    select distinct on (lead.partner_id, lead.company_key)
      lead.partner_id, lead.company_key, changed.company_id
    from changed_links changed join leads lead on lead.id = changed.lead_id
    where changed.company_id is not null and status_is_live(lead.status_key)
    order by lead.partner_id, lead.company_key, lead.id desc
  ) linked
  where companies.partner_id = linked.partner_id and companies.company_key = linked.company_key
    and companies.crm_company_id is distinct from linked.company_id
    and not exists (
      select from crm_leads kept join leads lead on lead.id = kept.lead_id
      where kept.company_id = companies.crm_company_id and lead.partner_id = companies.partner_id
        and lead.company_key = companies.company_key
    );

  insert into jobs (id, kind, key)
  select uuid_v7(), 'read_crm', unread.key from (
    select 'companies ' || company_id as key from changed_links
    where company_id is not null
      and not exists (select from crm_companies where crm_companies.id = company_id)
    union
    select 'contacts ' || contact_id from changed_links
    where contact_id is not null and lead_status_at is null
  ) unread
  order by unread.key
  on conflict (kind, key) do nothing;
  return null;
end
$$;
create trigger crm_leads_inserted_linked after insert on crm_leads
  referencing new table as changed_links
  for each statement execute function follow_crm_links();
create trigger crm_leads_updated_linked after update on crm_leads
  referencing new table as changed_links
  for each statement execute function follow_crm_links();

-- What moves on the administrators' page: not each job and not each turn of a pull, but what becomes of
-- the connection by them. By row, as a statement tells also where it has changed none.
create function tell_of_crm() returns trigger language plpgsql as $$
begin
  perform tell_changed('crm', array['administrators']);
  return null;
end
$$;
create trigger crm_moved_told after update on crm for each row when (
    (old.on_since, old.account, old.fault, date_trunc('minute', old.last_pull_at, 'UTC'),
      date_trunc('minute', old.last_push_at, 'UTC'), old.backfill_state, old.backfill_done,
      old.backfill_total, old.commission_payable_to_partner, old.alltime_commission_payable)
    is distinct from
    (new.on_since, new.account, new.fault, date_trunc('minute', new.last_pull_at, 'UTC'),
      date_trunc('minute', new.last_push_at, 'UTC'), new.backfill_state, new.backfill_done,
      new.backfill_total, new.commission_payable_to_partner, new.alltime_commission_payable)
  ) execute function tell_of_crm();
create trigger crm_values_told after insert or update on crm_values
  for each row execute function tell_of_crm();
create trigger jobs_parked_told after update on jobs
  for each row when (old.parked_at is distinct from new.parked_at) execute function tell_of_crm();
create trigger jobs_dropped_told after delete on jobs
  for each row when (old.parked_at is not null) execute function tell_of_crm();

-- Commissions that move in HubSpot concern the partners whose companies show them.
create function tell_of_commissions() returns trigger language plpgsql as $$
begin
  perform tell_changed('companies', array(
    select distinct company.partner_id::text
    from new_rows join companies company on company.crm_company_id = new_rows.id
    limit 21));
  return null;
end
$$;
create trigger crm_companies_inserted_told after insert on crm_companies
  referencing new table as new_rows for each statement execute function tell_of_commissions();
create trigger crm_companies_updated_told after update on crm_companies
  referencing new table as new_rows for each statement execute function tell_of_commissions();

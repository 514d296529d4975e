-- Deals that began in a stage without a name, and have been read: from then on every name that HubSpot
-- gives is a move of sales, the first one too.
update crm_leads set agreed_status = ''
where agreed_status is null and deal_id is not null and stage is not null
  and (contact_id is null or lead_status_at is not null);

-- Administrators who change the mapping at the same time are told of each other.
alter table crm add column mapping_version integer not null default 1;

-- Of the leads that are offered, those that HubSpot has a deal of: they have only changed since.
alter table crm add column backfill_changed integer not null default 0;

-- How often a job was tried before somebody had it tried again.
alter table jobs add column attempts_before integer not null default 0;

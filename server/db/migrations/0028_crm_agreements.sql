-- Deals that began in a stage without a name, and have been read: from then on every name that HubSpot
-- gives is a move of sales, the first one too.
update crm_leads set agreed_status = ''
where agreed_status is null and deal_id is not null and stage is not null
  and (contact_id is null or lead_status_at is not null);

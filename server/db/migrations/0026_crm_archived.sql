-- HubSpot lists what was archived in pages, and by nothing else: where the next page begins, in HubSpot's
-- own words. Empty for the first.
alter table crm_cursors add column archived_after text not null default '';

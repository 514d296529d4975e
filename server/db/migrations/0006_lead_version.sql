-- Whoever corrects a lead says which version they have read. It grows with every change, by whatever
-- statement; what changes nothing is no new version.
alter table leads add column version integer not null default 1;

create function next_lead_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger leads_version before update on leads
  for each row when (old.* is distinct from new.*) execute function next_lead_version();

-- What the API token was called that brought the lead: the token itself may be deleted.
alter table leads add column token_name text;

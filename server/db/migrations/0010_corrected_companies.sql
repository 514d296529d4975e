-- A company is shown as its live leads write it: what is corrected in one of them is corrected there.
-- Only statements that name these columns pay for it; which company is live follows as before.
create function follow_correction() returns trigger language plpgsql as $$
begin
  update companies set
    name = new.company_name,
    website = case
      when new.website is not null then new.website
      when website = old.website then null
      else website
    end
  where partner_id = new.partner_id and company_key = new.company_key;
  return null;
end
$$;

create trigger leads_corrected after update of company_name, website on leads
  for each row when (
    status_is_live(new.status_key) and old.company_key = new.company_key
    and (old.company_name, old.website) is distinct from (new.company_name, new.website)
  ) execute function follow_correction();

-- What a live company pays has a history, as a lead has: who changed it, from what to what, and why.
alter table events drop constraint events_subject_check;
alter table events add constraint events_subject_check check (subject in ('lead', 'company'));
create index events_of_companies on events (partner_id, at, id) where subject = 'company';

-- How an amount comes about, where an administrator says so: so much per cent of so much. The version
-- grows with each change, so that two administrators overwrite nothing that they have not seen. Amounts
-- that were there before changes were recorded are known only as they are since.
alter table companies
  add column commission_payable_rate numeric(7, 4),
  add column commission_payable_base numeric(14, 2),
  add column alltime_commission_rate numeric(7, 4),
  add column alltime_commission_base numeric(14, 2),
  add column commissions_version integer not null default 1,
  add column commissions_unrecorded_before timestamptz;
alter table crm_companies add column commissions_unrecorded_before timestamptz;

update companies set commissions_unrecorded_before = now()
where commission_payable_to_partner is not null or alltime_commission_payable is not null;
update crm_companies set commissions_unrecorded_before = now()
where commission_payable_to_partner is not null or alltime_commission_payable is not null;

-- Totals of what a list shows are read from here.
create index companies_live_commissions on companies (partner_id)
  include (commission_payable_to_partner, alltime_commission_payable) where live_leads > 0;

-- What a change of two amounts tells of each that changed; null where none did.
create function commission_changes(
  payable_from numeric, payable_to numeric, alltime_from numeric, alltime_to numeric
) returns jsonb language sql immutable as $$
  select nullif(
    case when payable_from is distinct from payable_to then jsonb_build_object(
      'commission_payable_to_partner',
      jsonb_build_object('from', payable_from::text, 'to', payable_to::text)) else '{}' end
    || case when alltime_from is distinct from alltime_to then jsonb_build_object(
      'alltime_commission_payable',
      jsonb_build_object('from', alltime_from::text, 'to', alltime_to::text)) else '{}' end,
    '{}')
$$;

-- What HubSpot's amounts do to the companies that show them. By triggers, since an amount moves, a
-- company is linked to another one, or an account is forgotten by different statements, and nobody of
-- the portal is behind any of them.
create function tell_mirrored_commissions() returns trigger language plpgsql as $$
declare
  moved text := case tg_op
    when 'INSERT' then 'select id, null::numeric as payable_from, null::numeric as alltime_from,
      commission_payable_to_partner as payable_to, alltime_commission_payable as alltime_to
      from new_rows'
    when 'DELETE' then 'select id, commission_payable_to_partner as payable_from,
      alltime_commission_payable as alltime_from, null::numeric as payable_to,
      null::numeric as alltime_to from old_rows'
    else 'select id, old_rows.commission_payable_to_partner as payable_from,
      old_rows.alltime_commission_payable as alltime_from,
      new_rows.commission_payable_to_partner as payable_to,
      new_rows.alltime_commission_payable as alltime_to
      from old_rows join new_rows using (id)'
  end;
begin
  execute format($sql$
    insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
    select uuid_v7(), 'company', company.id, company.partner_id, 'commission', 'hubspot',
      clock_timestamp(), jsonb_build_object('changes', told.changes)
    from (%s) moved
    join companies company on company.crm_company_id = moved.id
    cross join lateral (select commission_changes(
      moved.payable_from, moved.payable_to, moved.alltime_from, moved.alltime_to) as changes) told
    where told.changes is not null
    order by company.id
  $sql$, moved);
  return null;
end
$$;

create trigger crm_companies_inserted_remembered after insert on crm_companies
  referencing new table as new_rows
  for each statement execute function tell_mirrored_commissions();
create trigger crm_companies_updated_remembered after update on crm_companies
  referencing new table as new_rows old table as old_rows
  for each statement execute function tell_mirrored_commissions();
create trigger crm_companies_deleted_remembered after delete on crm_companies
  referencing old table as old_rows
  for each statement execute function tell_mirrored_commissions();

create function tell_relinked_commissions() returns trigger language plpgsql as $$
declare
  former crm_companies;
  latter crm_companies;
  changes jsonb;
begin
  select * into former from crm_companies where id = old.crm_company_id;
  select * into latter from crm_companies where id = new.crm_company_id;
  changes := commission_changes(
    former.commission_payable_to_partner, latter.commission_payable_to_partner,
    former.alltime_commission_payable, latter.alltime_commission_payable);
  if changes is not null then
    insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
    values (uuid_v7(), 'company', new.id, new.partner_id, 'commission', 'hubspot',
      clock_timestamp(), jsonb_build_object('changes', changes));
  end if;
  return null;
end
$$;

create trigger companies_relinked_remembered after update of crm_company_id on companies
  for each row when (old.crm_company_id is distinct from new.crm_company_id)
  execute function tell_relinked_commissions();

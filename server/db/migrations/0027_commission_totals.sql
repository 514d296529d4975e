-- What HubSpot says of the company that this one is linked to, beside what administrators have typed: so
-- that a row has all that is summed up of it, and whoever changes one part waits for whoever changes
-- another.
alter table companies
  add column mirrored_payable numeric(14, 2),
  add column mirrored_alltime numeric(14, 2);

-- Triggers would tell everybody of a change that nobody sees.
alter table companies disable trigger user;
update companies set
  mirrored_payable = mirrored.commission_payable_to_partner,
  mirrored_alltime = mirrored.alltime_commission_payable
from crm_companies mirrored
where mirrored.id = companies.crm_company_id
  and (mirrored.commission_payable_to_partner is not null
    or mirrored.alltime_commission_payable is not null);
alter table companies enable trigger user;

-- Nobody may change the amounts of a company of HubSpot between their being read here and the end of
-- this transaction: that change would not find this company. A row that is not there cannot be held;
-- whoever adds one waits instead, or is waited for.
create function take_mirrored_amounts() returns trigger language plpgsql as $$
begin
  select commission_payable_to_partner, alltime_commission_payable
  into new.mirrored_payable, new.mirrored_alltime
  from crm_companies where id = new.crm_company_id for share;
  if not found and new.crm_company_id is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('new companies of the crm', 0));
    select commission_payable_to_partner, alltime_commission_payable
    into new.mirrored_payable, new.mirrored_alltime
    from crm_companies where id = new.crm_company_id for share;
  end if;
  return new;
end
$$;
create trigger companies_inserted_mirrored before insert on companies
  for each row when (new.crm_company_id is not null)
  execute function take_mirrored_amounts();
create trigger companies_relinked_mirrored before update of crm_company_id on companies
  for each row when (old.crm_company_id is distinct from new.crm_company_id)
  execute function take_mirrored_amounts();

create function pass_on_mirrored_amounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update companies set mirrored_payable = null, mirrored_alltime = null
    from old_rows
    where companies.crm_company_id = old_rows.id
      and (mirrored_payable is not null or mirrored_alltime is not null);
    return null;
  end if;
  if tg_op = 'INSERT' and exists (select from new_rows) then
    perform pg_advisory_xact_lock(hashtextextended('new companies of the crm', 0));
  end if;
  update companies set
    mirrored_payable = new_rows.commission_payable_to_partner,
    mirrored_alltime = new_rows.alltime_commission_payable
  from new_rows
  where companies.crm_company_id = new_rows.id
    and (mirrored_payable, mirrored_alltime) is distinct from
      (new_rows.commission_payable_to_partner, new_rows.alltime_commission_payable);
  return null;
end
$$;
create trigger crm_companies_inserted_passed_on after insert on crm_companies
  referencing new table as new_rows
  for each statement execute function pass_on_mirrored_amounts();
create trigger crm_companies_updated_passed_on after update on crm_companies
  referencing new table as new_rows
  for each statement execute function pass_on_mirrored_amounts();
create trigger crm_companies_deleted_passed_on after delete on crm_companies
  referencing old table as old_rows
  for each statement execute function pass_on_mirrored_amounts();

-- What live companies pay, by partner and by who says so: how many there are, how much, and of how many
-- that is known.
create table commission_totals (
  source text not null check (source in ('portal', 'hubspot')),
  partner_id uuid not null,
  companies bigint not null,
  payable numeric not null,
  payable_known bigint not null,
  alltime numeric not null,
  alltime_known bigint not null,
  primary key (source, partner_id)
);

-- By how much alltime commissions grew on a day (UTC), also those of what is no longer live.
create table commission_earnings (
  source text not null,
  partner_id uuid not null,
  day date not null,
  earned numeric not null,
  primary key (source, partner_id, day)
);
create index commission_earnings_by_day on commission_earnings (source, day);

-- What is still to be added to them. Changes only ever append here, so that nobody waits for a row that
-- all of them change; whoever reads adds it up, and a portal folds it in now and then.
create table commission_deltas (
  source text not null,
  partner_id uuid not null,
  companies bigint not null,
  payable numeric not null,
  payable_known bigint not null,
  alltime numeric not null,
  alltime_known bigint not null
);
create table earning_deltas (
  source text not null,
  partner_id uuid not null,
  day date not null,
  earned numeric not null
);

-- What a company pays, once as the portal has it and once as HubSpot does.
create function amounts_by_source(numeric, numeric, numeric, numeric)
  returns table (source text, payable numeric, alltime numeric) language sql immutable as $$
  select * from (values ('portal', $1, $2), ('hubspot', $3, $4)) amounts
$$;

-- Whatever statement changes companies: what live ones pay, by either source.
create function follow_commissions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_deltas
    select source, partner_id, count(*), coalesce(sum(payable), 0), count(payable),
      coalesce(sum(alltime), 0), count(alltime)
    from new_rows
    cross join lateral amounts_by_source(commission_payable_to_partner,
      alltime_commission_payable, mirrored_payable, mirrored_alltime)
    where live_leads > 0
    group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into commission_deltas
    select source, partner_id, -count(*), -coalesce(sum(payable), 0), -count(payable),
      -coalesce(sum(alltime), 0), -count(alltime)
    from old_rows
    cross join lateral amounts_by_source(commission_payable_to_partner,
      alltime_commission_payable, mirrored_payable, mirrored_alltime)
    where live_leads > 0
    group by 1, 2;
  else
    insert into commission_deltas
    select * from (
      select source, partner_id, sum(n) as companies, coalesce(sum(n * payable), 0) as payable,
        coalesce(sum(n) filter (where payable is not null), 0) as payable_known,
        coalesce(sum(n * alltime), 0) as alltime,
        coalesce(sum(n) filter (where alltime is not null), 0) as alltime_known
      from (
        select source, partner_id, payable, alltime, 1 as n
        from new_rows
        cross join lateral amounts_by_source(commission_payable_to_partner,
          alltime_commission_payable, mirrored_payable, mirrored_alltime)
        where live_leads > 0
        union all
        select source, partner_id, payable, alltime, -1
        from old_rows
        cross join lateral amounts_by_source(commission_payable_to_partner,
          alltime_commission_payable, mirrored_payable, mirrored_alltime)
        where live_leads > 0
      ) changed
      group by 1, 2
    ) added
    where (companies, payable, payable_known, alltime, alltime_known) <> (0, 0, 0, 0, 0);
  end if;
  return null;
end
$$;
create trigger companies_inserted_summed after insert on companies
  referencing new table as new_rows
  for each statement execute function follow_commissions();
create trigger companies_updated_summed after update on companies
  referencing new table as new_rows old table as old_rows
  for each statement execute function follow_commissions();
create trigger companies_deleted_summed after delete on companies
  referencing old table as old_rows
  for each statement execute function follow_commissions();

-- By how much a change moves what has been earned; what is not available adds nothing.
create function earned_by(data jsonb) returns numeric language sql immutable as $$
  select coalesce((data->'changes'->'alltime_commission_payable'->>'to')::numeric, 0)
    - coalesce((data->'changes'->'alltime_commission_payable'->>'from')::numeric, 0)
$$;

-- By row, as what happens to leads, which is nearly all that happens, must not pay for it.
create function follow_earnings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and earned_by(old.data) <> 0 then
    insert into earning_deltas
    values (old.via, old.partner_id, utc_day(old.at), -earned_by(old.data));
  end if;
  if tg_op <> 'DELETE' and earned_by(new.data) <> 0 then
    insert into earning_deltas
    values (new.via, new.partner_id, utc_day(new.at), earned_by(new.data));
  end if;
  return null;
end
$$;
create trigger events_inserted_earned after insert on events
  for each row when (new.subject = 'company') execute function follow_earnings();
create trigger events_updated_earned after update of partner_id, via, at, data on events
  for each row when (old.subject = 'company') execute function follow_earnings();
create trigger events_deleted_earned after delete on events
  for each row when (old.subject = 'company') execute function follow_earnings();

-- Of the first and the last day of a period, which begins and ends when its reader's days do.
create index events_of_companies_by_time on events (at) where subject = 'company';

-- What is there already.
insert into commission_totals
select source, partner_id, count(*), coalesce(sum(payable), 0), count(payable),
  coalesce(sum(alltime), 0), count(alltime)
from companies
cross join lateral amounts_by_source(commission_payable_to_partner,
  alltime_commission_payable, mirrored_payable, mirrored_alltime)
where live_leads > 0
group by 1, 2;
insert into commission_earnings
select via, partner_id, utc_day(at), sum(earned_by(data))
from events where subject = 'company' group by 1, 2, 3 having sum(earned_by(data)) <> 0;

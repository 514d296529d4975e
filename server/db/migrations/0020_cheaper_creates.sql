-- As before, but the counters are kept by a statement whose plan is kept too: planning it anew took more
-- than half of what adding a lead cost the database. It joins nothing, so that one plan is right for any
-- number of leads. Companies are looked at only where a lead is, or was, live.
create or replace function follow_leads() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select *, 1 as n from new_leads'
    when 'DELETE' then 'select *, -1 as n from old_leads'
    else 'select *, 1 as n from new_leads union all select *, -1 as n from old_leads'
  end;
  any_live boolean;
begin
  if coalesce(current_setting('portal.counting', true), '') = 'later' then
    execute format($sql$
      insert into uncounted_leads
        (transaction, n, partner_id, status_key, company_key, company_name, website, id, created_at)
      select pg_current_xact_id(), n, partner_id, status_key,
        company_key, company_name, website, id, created_at
      from (%1$s) live where status_is_live(status_key)
      union all
      select pg_current_xact_id(), sum(n), partner_id, status_key, null, null, null, null, null
      from (%1$s) other where not status_is_live(status_key)
      group by partner_id, status_key
      having sum(n) <> 0
    $sql$, changed);
    return null;
  end if;

  if tg_op = 'INSERT' then
    any_live := exists (select from new_leads where status_is_live(status_key));
  elsif tg_op = 'DELETE' then
    any_live := exists (select from old_leads where status_is_live(status_key));
  else
    any_live := exists (select from new_leads where status_is_live(status_key))
      or exists (select from old_leads where status_is_live(status_key));
  end if;
  if any_live then
    execute add_to_companies(changed);
  end if;

  if tg_op = 'INSERT' then
    insert into lead_counts as kept (partner_id, status_key, count)
    select partner_id, status_key, count(*) from new_leads
    group by partner_id, status_key
    order by partner_id, status_key
    on conflict (partner_id, status_key) do update set count = kept.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into lead_counts as kept (partner_id, status_key, count)
    select partner_id, status_key, -count(*) from old_leads
    group by partner_id, status_key
    order by partner_id, status_key
    on conflict (partner_id, status_key) do update set count = kept.count + excluded.count;
  else
    insert into lead_counts as kept (partner_id, status_key, count)
    select partner_id, status_key, sum(n) from (
      select partner_id, status_key, 1 as n from new_leads
      union all select partner_id, status_key, -1 from old_leads
    ) moved
    group by partner_id, status_key
    having sum(n) <> 0
    order by partner_id, status_key
    on conflict (partner_id, status_key) do update set count = kept.count + excluded.count;
  end if;
  return null;
end
$$;

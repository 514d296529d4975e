-- Which leads of an import are no longer as it stored them: an import can be undone while there are
-- none. A lead that is put back as it was leaves this table again; one that is deleted stays.
create table touched_leads (
  lead_id uuid primary key,
  import_id uuid not null,
  -- A digest, so that personal data is not kept a second time.
  digest_as_stored uuid not null
);
create index touched_leads_import on touched_leads (import_id);

-- Which of their leads it was is no longer known: the import stands in for it, and stays touched.
insert into touched_leads (lead_id, import_id, digest_as_stored)
select id, id, md5('')::uuid from imports where touched;

-- What a lead says, without how often it was changed. Columns that are added later and hold nothing
-- change nothing, and the digest is the same in every version of PostgreSQL.
create function lead_digest(lead jsonb) returns uuid language sql stable as $$
  select md5(jsonb_strip_nulls(lead - 'version')::text)::uuid
$$;

create or replace function follow_imports() returns trigger language plpgsql as $$
declare
  undoing text := coalesce(current_setting('portal.undoing', true), '');
begin
  if tg_op = 'DELETE' then
    -- One is enough: it will not come back.
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select distinct on (import_id) id, import_id, lead_digest(to_jsonb(old_leads))
    from old_leads
    where import_id is not null and import_id::text <> undoing
    order by import_id, id
    on conflict (lead_id) do nothing;
    return null;
  end if;

  insert into touched_leads (lead_id, import_id, digest_as_stored)
  select old_leads.id, old_leads.import_id, lead_digest(to_jsonb(old_leads))
  from old_leads join new_leads using (id)
  where old_leads.import_id is not null and old_leads is distinct from new_leads
  on conflict (lead_id) do nothing;

  delete from touched_leads using new_leads
  where touched_leads.lead_id = new_leads.id
    and touched_leads.digest_as_stored = lead_digest(to_jsonb(new_leads));
  return null;
end
$$;

alter table imports drop column touched;

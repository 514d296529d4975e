-- As before, for any number of leads. The plan of a static statement is kept for as long as its
-- connection lives: made for one lead, it compared each old one of two thousand with each new one, and
-- would look for each mark in all of them.
create or replace function follow_imports() returns trigger language plpgsql as $$
declare
  undoing text := coalesce(current_setting('portal.undoing', true), '');
begin
  if tg_op = 'DELETE' then
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select id, import_id, lead_digest(to_jsonb(old_leads))
    from old_leads
    where import_id is not null and import_id::text <> undoing
    on conflict (lead_id) do nothing;
    return null;
  end if;

  -- Those that stay as they were lose this mark again below.
  if tg_op = 'UPDATE' then
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select id, import_id, lead_digest(to_jsonb(old_leads))
    from old_leads
    where import_id is not null
    on conflict (lead_id) do nothing;
  end if;

  execute $sql$
    delete from touched_leads using new_leads
    where touched_leads.lead_id = new_leads.id
      and touched_leads.digest_as_stored = lead_digest(to_jsonb(new_leads))
  $sql$;
  return null;
end
$$;

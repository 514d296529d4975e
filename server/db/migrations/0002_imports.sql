-- Every file that leads were added from. What it stored can be undone while nobody has touched it.
create table imports (
  id uuid primary key,
  partner_id uuid not null references users,
  file_name text not null,
  -- Of the file's bytes and the choices it came with: the same again is the same import.
  fingerprint bytea not null,
  stored integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  touched boolean not null default false,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by uuid references users
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_partner_newest on imports (partner_id, created_at desc, id desc);

-- Which column a partner said is which, for files with the same titles.
create table import_columns (
  partner_id uuid not null references users,
  titles_key text not null,
  columns jsonb not null,
  chosen_at timestamptz not null,
  primary key (partner_id, titles_key)
);

-- No foreign key: imports are never deleted, and a check for every copied row would be paid by all.
alter table leads add column import_id uuid;
create index leads_import on leads (import_id) where import_id is not null;

-- What makes two leads of a partner the same; digests, since long names do not fit an index.
create index leads_same_email on leads (partner_id, md5(split_part(search_text, e'\n', 3)));
create index leads_same_contact on leads
  (partner_id, md5(company_key || e'\n' || split_part(search_text, e'\n', 2)));

-- An import whose leads were changed or deleted, by whatever statement, is touched. Undoing it is
-- no such change.
create function follow_imports() returns trigger language plpgsql as $$
declare
  touched_imports uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct import_id) into touched_imports
    from old_leads where import_id is not null;
  else
    select array_agg(distinct old_leads.import_id) into touched_imports
    from old_leads join new_leads using (id)
    where old_leads.import_id is not null and old_leads is distinct from new_leads;
  end if;
  update imports set touched = true
  where not touched and id = any(touched_imports)
    and id::text <> coalesce(current_setting('portal.undoing', true), '');
  return null;
end
$$;

create trigger leads_updated_import after update on leads
  referencing old table as old_leads new table as new_leads
  for each statement execute function follow_imports();
create trigger leads_deleted_import after delete on leads referencing old table as old_leads
  for each statement execute function follow_imports();

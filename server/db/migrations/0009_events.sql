-- The memory of the portal: what happened, to what, by whom, from what to what. Only ever added to;
-- what a lead's events told is blanked when the lead goes for good. How a lead came is not written
-- here a second time: its own row tells it.
create table events (
  id uuid primary key,
  subject text not null check (subject in ('lead')),
  subject_id uuid not null,
  -- Whose it was when it happened: what happened before a lead was moved is not the next partner's.
  partner_id uuid not null references users,
  kind text not null,
  -- Null: not a person of the portal.
  by_id uuid references users,
  via text not null,
  at timestamptz not null,
  data jsonb not null default '{}',
  request_id text,
  -- Of many leads changed at once: what belongs together is undone together, where nothing has been
  -- changed since.
  bulk_id uuid,
  version integer
);
create index events_subject on events (subject_id, at, id);
create index events_bulk on events (bulk_id, subject_id) where bulk_id is not null;

insert into events (id, subject, subject_id, partner_id, kind, by_id, via, at, data)
select change.id, 'lead', change.lead_id, lead.partner_id, 'status', change.changed_by,
  change.changed_via, change.changed_at,
  jsonb_build_object('from', change.from_status, 'to', change.to_status)
from lead_status_changes change join leads lead on lead.id = change.lead_id;

-- Since when a lead has stood in its status, where that is not since it was submitted; and the row of
-- the file that it came with.
alter table leads
  add column status_changed_at timestamptz,
  add column import_row integer;

-- Triggers would count this as a change of the lead.
alter table leads disable trigger user;
update leads set status_changed_at = changed.at
from (select lead_id, max(changed_at) as at from lead_status_changes group by lead_id) changed
where changed.lead_id = leads.id;
alter table leads enable trigger user;
drop table lead_status_changes;

-- A lead that is put back into its status is as it was.
create or replace function lead_digest(lead jsonb) returns uuid language sql stable as $$
  select md5(jsonb_strip_nulls(lead - 'version' - 'status_changed_at')::text)::uuid
$$;

-- What was deleted can be brought back for 30 days. A table of its own, so that no list, no count and
-- no search has to know of it. It has the columns of leads; a test holds the two together.
create table deleted_leads (like leads including defaults);
alter table deleted_leads
  add primary key (id),
  add column deleted_at timestamptz not null,
  add column deleted_by uuid references users;
create index deleted_leads_newest on deleted_leads (deleted_at desc, id desc);

-- Leads with a note that one side has not read: the partner, or the administrators, for all of whom
-- it is read once one of them has.
create table unread_notes (
  lead_id uuid not null,
  side text not null check (side in ('partner', 'admin')),
  partner_id uuid not null references users,
  primary key (lead_id, side)
);
create index unread_notes_side on unread_notes (side, partner_id);

-- Lists of leads that people have given a name.
create table views (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null,
  name_key text not null,
  query text not null,
  shared boolean not null default false,
  created_at timestamptz not null,
  unique (owner_id, name_key)
);
create index views_shared on views (name_key) where shared;

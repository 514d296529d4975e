-- What has changed and has still to be told: the kind of thing and whom it concerns, never its content.
-- Written with the transaction of the change, by whatever statement. The portals whose users watch
-- take it from here and tell it on one channel, many changes at once: transactions that notify by
-- themselves commit one after the other, which halved how many leads could be added in a second. Not
-- logged: after a crash of the database everybody asks again anyway. Whom it concerns is one of
--   a partner's id             that partner and the administrators
--   'only ' and a user's id    that user
--   'administrators'
--   'everyone'                 also where so many are concerned that naming them would cost more
create unlogged table changes_to_tell (
  kind text not null,
  concerned text not null
);

create function tell_changed(kind text, concerned text[]) returns void language plpgsql as $$
declare
  most constant integer := 20;
begin
  if cardinality(concerned) > most then
    concerned := array['everyone'];
  end if;
  insert into changes_to_tell select kind, one from unnest(concerned) one;
end
$$;

-- One more than are named is enough to know that there are too many.
create function tell_partners() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell_changed(tg_argv[0], array(select distinct partner_id::text from new_rows limit 21));
  elsif tg_op = 'DELETE' then
    perform tell_changed(tg_argv[0], array(select distinct partner_id::text from old_rows limit 21));
  else
    perform tell_changed(tg_argv[0], array(
      select partner_id::text from new_rows union select partner_id::text from old_rows limit 21));
  end if;
  return null;
end
$$;

create trigger leads_inserted_told after insert on leads referencing new table as new_rows
  for each statement execute function tell_partners('leads');
create trigger leads_updated_told after update on leads
  referencing new table as new_rows old table as old_rows
  for each statement execute function tell_partners('leads');
create trigger leads_deleted_told after delete on leads referencing old table as old_rows
  for each statement execute function tell_partners('leads');

create trigger companies_inserted_told after insert on companies referencing new table as new_rows
  for each statement execute function tell_partners('companies');
create trigger companies_updated_told after update on companies
  referencing new table as new_rows old table as old_rows
  for each statement execute function tell_partners('companies');

create trigger imports_inserted_told after insert on imports referencing new table as new_rows
  for each statement execute function tell_partners('imports');
create trigger imports_updated_told after update on imports
  referencing new table as new_rows old table as old_rows
  for each statement execute function tell_partners('imports');

-- Of what happens to a lead, only a note changes nothing else.
create function tell_of_notes() returns trigger language plpgsql as $$
begin
  perform tell_changed('leads', array(
    select distinct partner_id::text from new_rows where kind = 'note' limit 21));
  return null;
end
$$;

create trigger events_inserted_told after insert on events referencing new table as new_rows
  for each statement execute function tell_of_notes();

-- What one side has read is no news to the other.
create function tell_of_read_notes() returns trigger language plpgsql as $$
begin
  perform tell_changed('leads', array(
    select distinct case side when 'admin' then 'administrators' else 'only ' || partner_id end
    from old_rows limit 21));
  return null;
end
$$;

create trigger unread_notes_deleted_told after delete on unread_notes
  referencing old table as old_rows
  for each statement execute function tell_of_read_notes();

create function tell_administrators() returns trigger language plpgsql as $$
begin
  perform tell_changed(tg_argv[0], array['administrators']);
  return null;
end
$$;

create trigger deleted_leads_deleted_told after delete on deleted_leads
  for each statement execute function tell_administrators('leads');

-- Only what is shown: a password that is set anew concerns nobody else.
create trigger users_inserted_told after insert on users
  for each statement execute function tell_administrators('partners');
create trigger users_updated_told after update of name, email, company, deleted_at on users
  for each statement execute function tell_administrators('partners');

-- Administrators see the tokens of partners, but not those of each other.
create function tell_of_tokens() returns trigger language plpgsql as $$
declare
  owners uuid[];
begin
  if tg_op = 'DELETE' then
    owners := array(select distinct user_id from old_rows limit 21);
  else
    owners := array(select distinct user_id from new_rows limit 21);
  end if;
  perform tell_changed('tokens', array(
    select case role when 'admin' then 'only ' else '' end || id
    from users where id = any(owners)));
  return null;
end
$$;

create trigger api_tokens_inserted_told after insert on api_tokens
  referencing new table as new_rows for each statement execute function tell_of_tokens();
create trigger api_tokens_updated_told after update on api_tokens
  referencing new table as new_rows for each statement execute function tell_of_tokens();
create trigger api_tokens_deleted_told after delete on api_tokens
  referencing old table as old_rows for each statement execute function tell_of_tokens();

-- A view is its owner's, unless it is, or was, shared with all.
create function view_concerns(owner_id uuid, shared boolean) returns text language sql immutable as $$
  select case when shared then 'everyone' else 'only ' || owner_id end
$$;

create function tell_of_views() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell_changed('views', array(
      select distinct view_concerns(owner_id, shared) from new_rows limit 21));
  elsif tg_op = 'DELETE' then
    perform tell_changed('views', array(
      select distinct view_concerns(owner_id, shared) from old_rows limit 21));
  else
    perform tell_changed('views', array(
      select view_concerns(owner_id, shared) from new_rows
      union select view_concerns(owner_id, shared) from old_rows limit 21));
  end if;
  return null;
end
$$;

create trigger views_inserted_told after insert on views referencing new table as new_rows
  for each statement execute function tell_of_views();
create trigger views_updated_told after update on views
  referencing new table as new_rows old table as old_rows
  for each statement execute function tell_of_views();
create trigger views_deleted_told after delete on views referencing old table as old_rows
  for each statement execute function tell_of_views();

-- For the portals themselves: whose streams have to be looked at, as a session of theirs has ended.
create function tell_of_sessions() returns trigger language plpgsql as $$
begin
  perform tell_changed('sessions', array(
    select distinct 'only ' || user_id from old_rows limit 21));
  return null;
end
$$;

create trigger sessions_deleted_told after delete on sessions referencing old table as old_rows
  for each statement execute function tell_of_sessions();

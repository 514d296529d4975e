import type { LeadDetails } from '#contract/leads.ts';
import { restorableDays } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import { columns, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { details } from './lead-columns.queries.ts';
import { everyLeadColumn } from './lead-row.ts';

const kept = columns(everyLeadColumn);

/** Of a row of deleted_leads: whatever is older is as good as gone, also before it is swept away. */
function isRestorable(db: Db): Sql {
  return sql`deleted_at > ${db.now()} - make_interval(days => ${restorableDays})`;
}

export type DeletedLead = { id: string; partner_id: string; version: number };

/** Nothing finds it any more but an administrator who looks among what was deleted. */
export async function deleteLead(
  tx: Db,
  whose: Whose,
  id: string,
  deletedBy: string,
): Promise<DeletedLead | undefined> {
  const [gone] = await tx.query<DeletedLead>(sql`
    with gone as (
      delete from leads where id = ${id} and ${ownedBy(whose)} returning *
    ), put_aside as (
      insert into deleted_leads (${kept}, deleted_at, deleted_by)
      select ${kept}, ${tx.now()}, ${deletedBy}::uuid from gone
    )
    select id, partner_id, version from gone`);
  return gone;
}

export async function findDeletedLead(
  db: Db,
  whose: Whose,
  id: string,
): Promise<LeadDetails | undefined> {
  const [found] = await db.query<LeadDetails>(sql`
    with lead as (
      select * from deleted_leads where id = ${id} and ${ownedBy(whose)} and ${isRestorable(db)}
    )
    ${details('admin', 'deleted')}`);
  return found;
}

export async function restoreLead(
  tx: Db,
  whose: Whose,
  id: string,
): Promise<LeadDetails | undefined> {
  const [restored] = await tx.query<LeadDetails>(sql`
    with back as (
      delete from deleted_leads
      where id = ${id} and ${ownedBy(whose)} and ${isRestorable(tx)} returning *
    ), lead as (
      insert into leads (${kept}) select ${kept} from back returning *
    )
    ${details('admin')}`);
  if (restored) await unmarkIfAsStored(tx, whose, id);
  return restored;
}

/** Deleting a lead marks it as touched. Restored as its import stored it, it does not keep the import from being undone. */
async function unmarkIfAsStored(tx: Db, whose: Whose, id: string): Promise<void> {
  await tx.query(sql`
    delete from touched_leads using leads lead
    where lead.id = ${id} and ${ownedBy(whose)} and touched_leads.lead_id = lead.id
      and touched_leads.digest_as_stored = lead_digest(to_jsonb(lead))`);
}

/**
 * What cannot be restored any more goes for good, and what its events told with it: that something
 * happened, and when, is all that stays.
 */
export async function purgeLeads(db: Db, most: number): Promise<number> {
  const [purged] = await db.query<{ count: number }>(sql`
    with gone as (
      delete from deleted_leads where id in (
        select id from deleted_leads where not ${isRestorable(db)}
        order by deleted_at limit ${most} for update skip locked
      ) returning id
    ), blanked as (
      update events set data = '{}', undo = null, by_id = null, request_id = null
      from gone where events.subject_id = gone.id
    ), read as (
      delete from unread_notes using gone where unread_notes.lead_id = gone.id
    )
    select count(*) as count from gone`);
  return purged?.count ?? 0;
}

import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import type { Side } from './lead-filter.ts';

export type NotedLead = { id: string; partner_id: string; version: number };

/** It is neither changed nor deleted until the transaction ends. */
export async function holdLead(tx: Db, whose: Whose, id: string): Promise<NotedLead | undefined> {
  const [lead] = await tx.query<NotedLead>(sql`
    select id, partner_id, version from leads where id = ${id} and ${ownedBy(whose)} for share`);
  return lead;
}

/** Administrators are not told of a note on a lead of their own: no partner would read it. */
export async function markUnread(tx: Db, whose: Whose, id: string, side: Side): Promise<void> {
  await tx.query(sql`
    insert into unread_notes (lead_id, side, partner_id)
    select lead.id, ${side}, lead.partner_id
    from leads lead join users owner on owner.id = lead.partner_id
    where lead.id = ${id} and ${ownedBy(whose)} and (${side} = 'admin' or owner.role = 'partner')
    on conflict (lead_id, side) do update set partner_id = excluded.partner_id`);
}

/**
 * An import whose leads have notes is not undone: nobody's words disappear with it. No lead has this
 * digest, so that putting the lead back as it was stored does not make it untouched again.
 */
export async function markTouched(tx: Db, whose: Whose, id: string): Promise<void> {
  await tx.query(sql`
    insert into touched_leads (lead_id, import_id, digest_as_stored)
    select id, import_id, md5('it has a note')::uuid from leads
    where id = ${id} and ${ownedBy(whose)} and import_id is not null
    on conflict (lead_id) do update set digest_as_stored = excluded.digest_as_stored`);
}

export async function markRead(db: Db, whose: Whose, id: string, side: Side): Promise<void> {
  await db.query(sql`
    delete from unread_notes where lead_id = ${id} and side = ${side} and ${ownedBy(whose)}`);
}

/** Leads that were deleted, or moved to somebody else, wait for nobody. */
export async function countUnread(db: Db, whose: Whose, side: Side): Promise<number> {
  const theirs = side === 'partner' ? sql`lead.partner_id = mark.partner_id` : sql`true`;
  const [counted] = await db.query<{ count: number }>(sql`
    select count(*) as count
    from (select * from unread_notes where side = ${side} and ${ownedBy(whose)}) mark
    join leads lead on lead.id = mark.lead_id and ${theirs}`);
  return counted?.count ?? 0;
}

import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** How far a kind of object has been read: see the migration for what each says. */
export type Cursor = {
  since: string | null;
  round_since: string | null;
  round_began: string | null;
  round_after: string | null;
  round_seen: number;
  round_total: number | null;
  round_tries: number;
};

export async function findCursor(db: Db, object: ObjectType): Promise<Cursor> {
  const [cursor] = await db.query<Cursor>(sql`
    select since, round_since, round_began, round_after, round_seen, round_total,
      round_tries
    from crm_cursors where object = ${object}`);
  if (!cursor) throw new Error(`There is no cursor of ${object}`);
  return cursor;
}

/** Begins a round, unless one is under way: `began` is by HubSpot's clock. */
export async function beginRound(
  db: Db,
  object: ObjectType,
  round: { since: string; began: string },
): Promise<void> {
  await db.query(sql`
    update crm_cursors set round_since = ${round.since}, round_began = ${round.began},
      round_after = '0', round_seen = 0, round_total = null
    where object = ${object} and round_began is null`);
}

/** False where somebody else has moved it since it was read. */
export async function moveCursor(
  tx: Db,
  object: ObjectType,
  from: Cursor,
  to: { after: string; seen: number; total: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update crm_cursors set round_after = ${to.after}, round_seen = ${to.seen},
      round_total = ${to.total}
    where object = ${object} and round_began = ${from.round_began}
      and round_after = ${from.round_after} and round_seen = ${from.round_seen}
    returning object`);
  return rows.length > 0;
}

/** A round that has missed something is begun anew, from where it began. */
export async function abandonRound(tx: Db, object: ObjectType): Promise<void> {
  await tx.query(sql`
    update crm_cursors set round_began = null, round_tries = round_tries + 1
    where object = ${object}`);
}

/**
 * What a complete round has read need not be read again, but for what HubSpot's index did not know yet.
 * `read_at` is by the portal's clock; the portal is as fresh as what was read longest ago.
 */
export async function endRound(
  tx: Db,
  object: ObjectType,
  since: string,
  readAt: Date,
): Promise<void> {
  await tx.query(sql`
    update crm_cursors set since = ${since}, round_began = null, round_tries = 0,
      read_at = ${readAt}
    where object = ${object}`);
  await tx.query(sql`
    update crm set last_pull_at = fresh.at
    from (
      select case when count(read_at) = count(*) then min(read_at) end as at from crm_cursors
    ) fresh
    where last_pull_at is distinct from fresh.at`);
}

/** Where the next page of what HubSpot lists as archived begins; empty for the first. */
export async function findArchivedAfter(db: Db, object: ObjectType): Promise<string> {
  const [row] = await db.query<{ archived_after: string }>(sql`
    select archived_after from crm_cursors where object = ${object}`);
  return row?.archived_after ?? '';
}

export async function moveArchived(tx: Db, object: ObjectType, after: string): Promise<void> {
  await tx.query(sql`
    update crm_cursors set archived_after = ${after}
    where object = ${object} and archived_after <> ${after}`);
}

export async function findSweep(
  db: Db,
  object: ObjectType,
): Promise<{ after: string; is_urgent: boolean }> {
  const [sweep] = await db.query<{ after: string; is_urgent: boolean }>(sql`
    select swept_after as after, is_urgent from crm_cursors where object = ${object}`);
  return sweep ?? { after: '', is_urgent: false };
}

/** Only where it still stands where it was read: meanwhile everything may be wanted anew. */
export async function moveSweep(
  tx: Db,
  object: ObjectType,
  from: { after: string; is_urgent: boolean },
  after: string,
): Promise<void> {
  await tx.query(sql`
    update crm_cursors set swept_after = ${after}, is_urgent = is_urgent and ${after} <> ''
    where object = ${object} and swept_after = ${from.after} and is_urgent = ${from.is_urgent}`);
}

/** Everything that leads are linked to is read again, soon. */
export async function hurrySweep(tx: Db, object: ObjectType): Promise<void> {
  await tx.query(sql`
    update crm_cursors set swept_after = '', is_urgent = true where object = ${object}`);
}

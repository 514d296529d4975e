import type { Db, Transaction } from '#server/db/database.ts';
import { columns, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import type { LeadMatch } from '../lead-filter.ts';
import { matchingLeads } from '../lead-list.queries.ts';
import { keptColumns } from '../lead-row.ts';

/** What becomes of the leads. */
export type Change =
  | { kind: 'status'; status: string; statusKey: string }
  | { kind: 'moved'; partnerId: string }
  | { kind: 'deleted' };

/** Which leads: chosen one by one, or all that a list shows. */
export type Chosen = { ids: string[] } | { match: LeadMatch };

export type Cause = { bulkId: string; by: string; requestId: string; now: Date };

function isChosen(whose: Whose, chosen: Chosen): Sql {
  if ('match' in chosen) return matchingLeads(whose, chosen.match);
  return sql`id = any(${chosen.ids}::uuid[]) and ${ownedBy(whose)}`;
}

/** The old partner loses what they have not read; it is not the next one's. */
const unread = sql`
  jsonb_build_object('unread', exists (
    select from unread_notes where lead_id = matched.id and side = 'partner'))`;

/** Of a row of `matched`: whether the change makes it different, and what its event tells. */
function eventOf(db: Db, change: Change): { changes: Sql; partner: Sql; data: Sql; undo: Sql } {
  const partner = sql`partner_id`;
  if (change.kind === 'status')
    return {
      changes: sql`status is distinct from ${change.status}`,
      partner,
      data: sql`jsonb_build_object('from', status, 'to', ${change.status}::text)`,
      undo: sql`jsonb_build_object('status_key', status_key, 'status_changed_at', status_changed_at,
        'won_at', won_at, 'came', came)`,
    };
  if (change.kind === 'moved')
    return {
      changes: sql`partner_id <> ${change.partnerId}::uuid`,
      partner: sql`${change.partnerId}::uuid`,
      data: sql`jsonb_build_object('from', partner_id, 'to', ${change.partnerId}::uuid)`,
      undo: unread,
    };
  return {
    changes: sql`true`,
    partner,
    data: sql`'{}'::jsonb`,
    undo: sql`jsonb_build_object('deleted_at', ${db.now()})`,
  };
}

/**
 * A table that was last looked through when it was empty is taken for empty however it has grown, and
 * then every lead of a change is compared with every other: minutes for what takes a second.
 */
export async function correctStatistics(
  db: Db,
  table: 'leads' | 'deleted_leads',
  rows: number,
): Promise<void> {
  const [believed] = await db.query<{ fewer: boolean }>(sql`
    select reltuples / relpages * (pg_relation_size(oid) / current_setting('block_size')::int)
      < ${rows}::float8 as fewer
    from pg_class where oid = ${table}::regclass and relpages > 0 and reltuples >= 0`);
  if (!believed?.fewer) return;
  await db.queryOnce(table === 'leads' ? sql`analyze leads` : sql`analyze deleted_leads`);
}

/** Waits for whoever changes one of the chosen leads, in the order in which everybody locks many. */
export async function lockLeads(tx: Transaction, whose: Whose, chosen: Chosen): Promise<void> {
  await tx.queryLong(sql`
    select count(*) from (
      select 1 from leads where ${isChosen(whose, chosen)} order by id for update
    ) locked`);
}

/**
 * Writes the event of each chosen lead that will be different: what is changed afterwards is what these
 * events name, so that all of it is of one moment.
 */
export async function noteLeads(
  tx: Transaction,
  whose: Whose,
  chosen: Chosen,
  change: Change,
  { bulkId, by, requestId, now }: Cause,
): Promise<{ matched: number; changed: number }> {
  const { changes, partner, data, undo } = eventOf(tx, change);
  const [noted] = await tx.queryLong<{ matched: number; changed: number }>(sql`
    with matched as materialized (
      select id, partner_id, status, status_key, status_changed_at, won_at, came, version
      from leads where ${isChosen(whose, chosen)}
      order by id for update
    ), noted as (
      insert into events (id, subject, subject_id, partner_id, kind, by_id, via, at, data,
        request_id, bulk_id, version, undo)
      select uuid_v7(), 'lead', id, ${partner}, ${change.kind}, ${by}::uuid, 'portal',
        ${now}::timestamptz, ${data}, ${requestId}, ${bulkId}::uuid, version + 1, ${undo}
      from matched where ${changes}
      returning 1
    )
    select (select count(*) from matched) as matched, (select count(*) from noted) as changed`);
  return noted ?? { matched: 0, changed: 0 };
}

export type Chunk = { taken: number; last: string | null };
const atOnce = 2_000;

/** The next leads of a change: those that its events name. */
export function chunkOf(bulkId: string, after: string | null): Sql {
  const later = after ? sql`subject_id > ${after}::uuid` : sql`true`;
  return sql`
    select subject_id, partner_id, at, version, data, undo from events
    where bulk_id = ${bulkId}::uuid and ${later}
    order by subject_id limit ${atOnce}`;
}
export const takenOf = sql`
  (select count(*) from chunk) as taken,
  (select subject_id from chunk order by subject_id desc limit 1) as last`;

/** The changes themselves, of the leads of `chunk`: whose they are was asked when they were noted. */
function changeLeadsOfChunk(change: Change, by: string): Sql {
  if (change.kind === 'status')
    return sql`
      update leads set status = ${change.status}, status_key = ${change.statusKey},
        status_changed_at = chunk.at
      from chunk where leads.id = chunk.subject_id returning 1`;
  if (change.kind === 'moved')
    return sql`
      update leads set partner_id = ${change.partnerId}::uuid
      from chunk where leads.id = chunk.subject_id returning 1`;
  const kept = columns(keptColumns);
  return sql`
    insert into deleted_leads (${kept}, version, deleted_at, deleted_by)
    select ${kept}, version + 1, (undo->>'deleted_at')::timestamptz, ${by}::uuid from gone
    returning 1`;
}

/** Of a lead that is moved, administrators have unread what they had. */
function handOver(change: Change): Sql {
  if (change.kind !== 'moved') return sql``;
  return sql`
    , forgotten as (
      delete from unread_notes using chunk where lead_id = subject_id and side = 'partner'
    ), handed as (
      update unread_notes set partner_id = ${change.partnerId}::uuid
      from chunk where lead_id = subject_id and side = 'admin')`;
}

export async function changeChunk(
  tx: Transaction,
  { bulkId, by }: Pick<Cause, 'bulkId' | 'by'>,
  change: Change,
  after: string | null,
): Promise<Chunk & { changed: number }> {
  const gone = sql`
    gone as (
      delete from leads using chunk where leads.id = chunk.subject_id
      returning leads.*, chunk.undo
    ),`;
  const [done] = await tx.queryOnce<Chunk & { changed: number }>(sql`
    with chunk as materialized (${chunkOf(bulkId, after)}),
    ${change.kind === 'deleted' ? gone : sql``}
    changed as (${changeLeadsOfChunk(change, by)})
    ${handOver(change)}
    select ${takenOf}, (select count(*) from changed) as changed`);
  return done ?? { taken: 0, last: null, changed: 0 };
}

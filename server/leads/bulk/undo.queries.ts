import type { Transaction } from '#server/db/database.ts';
import { columns, type Sql, sql } from '#server/db/sql.ts';
import { keptColumns } from '../lead-row.ts';
import { type Cause, type Chunk, chunkOf, takenOf } from './bulk.queries.ts';
import type { BulkKind } from './bulk-changes.queries.ts';

const stillThere = sql`
  select chunk.* from chunk join leads on leads.id = chunk.subject_id
  where leads.version = chunk.version order by leads.id for update of leads`;

/** A note that was written since is for the partner who has the lead now. */
const withoutNotes = sql`
  select chunk.* from chunk join leads on leads.id = chunk.subject_id
  where leads.version = chunk.version and not exists (
    select 1 from events note
    where note.subject_id = chunk.subject_id and note.kind = 'note'
      and note.partner_id = chunk.partner_id and note.at >= chunk.at)
  order by leads.id for update of leads`;

/** Of the leads of `chunk`: those that are still as the change left them, locked in the usual order. */
const asLeft: Record<BulkKind, Sql> = {
  status: stillThere,
  moved: withoutNotes,
  deleted: sql`
    select chunk.* from chunk join deleted_leads gone on gone.id = chunk.subject_id
    where gone.version = chunk.version
      and gone.deleted_at = (chunk.undo->>'deleted_at')::timestamptz
    order by gone.id for update of gone`,
};

const kept = columns(keptColumns);

/** Puts back the leads of `found`. */
const putBack: Record<BulkKind, Sql> = {
  status: sql`
    back as (
      update leads set status = data->>'from', status_key = undo->>'status_key',
        status_changed_at = (undo->>'status_changed_at')::timestamptz,
        won_at = (undo->>'won_at')::timestamptz, came = (undo->>'came')::smallint
      from found where leads.id = found.subject_id returning 1
    )`,
  moved: sql`
    back as (
      update leads set partner_id = (data->>'from')::uuid
      from found where leads.id = found.subject_id returning 1
    ), forgotten as (
      delete from unread_notes using found
      where lead_id = subject_id and side = 'partner' and not (undo->'unread')::boolean
    ), handed as (
      update unread_notes set partner_id = (data->>'from')::uuid
      from found where lead_id = subject_id and side = 'admin'
    ), unread as (
      insert into unread_notes (lead_id, side, partner_id)
      select subject_id, 'partner', (data->>'from')::uuid from found
      where (undo->'unread')::boolean
      on conflict (lead_id, side) do update set partner_id = excluded.partner_id
    )`,
  deleted: sql`
    taken as (
      delete from deleted_leads using found where deleted_leads.id = found.subject_id
      returning deleted_leads.*
    ), back as (
      insert into leads (${kept}, version) select ${kept}, version + 1 from taken returning 1
    )`,
};

const swapped = sql`jsonb_build_object('from', data->'to', 'to', data->'from')`;
const eventOfUndo: Record<BulkKind, { kind: string; partner: Sql; data: Sql }> = {
  status: { kind: 'status', partner: sql`partner_id`, data: swapped },
  moved: { kind: 'moved', partner: sql`(data->>'from')::uuid`, data: swapped },
  deleted: { kind: 'restored', partner: sql`partner_id`, data: sql`'{}'::jsonb` },
};

export async function allowRestoring(tx: Transaction): Promise<void> {
  await tx.queryOnce(sql`select set_config('portal.restoring', 'on', true)`);
}

/** Whoever writes a note at this moment is waited for, so that the note is seen. */
export async function lockChunk(
  tx: Transaction,
  bulkId: string,
  after: string | null,
): Promise<void> {
  await tx.queryOnce(sql`
    with chunk as materialized (${chunkOf(bulkId, after)})
    select count(*) from (
      select 1 from leads join chunk on leads.id = chunk.subject_id
      order by leads.id for update of leads
    ) locked`);
}

/** Puts back the next leads of a change, with an event for each; the others stay as they are. */
export async function undoChunk(
  tx: Transaction,
  change: BulkKind,
  { bulkId, by, requestId, now }: Cause,
  after: string | null,
): Promise<Chunk & { back: number }> {
  const { kind, partner, data } = eventOfUndo[change];
  const [done] = await tx.queryOnce<Chunk & { back: number }>(sql`
    with chunk as materialized (${chunkOf(bulkId, after)}),
    found as materialized (${asLeft[change]}),
    ${putBack[change]},
    noted as (
      insert into events
        (id, subject, subject_id, partner_id, kind, by_id, via, at, data, request_id, version)
      select uuid_v7(), 'lead', subject_id, ${partner}, ${kind}, ${by}::uuid, 'portal',
        ${now}::timestamptz, ${data}, ${requestId}, version + 1
      from found
    )
    select ${takenOf}, (select count(*) from back) as back`);
  return done ?? { taken: 0, last: null, back: 0 };
}

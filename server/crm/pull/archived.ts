import { type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { findArchivedAfter, moveArchived } from '#server/crm/kept/cursors.queries.ts';
import { findLinked } from '#server/crm/kept/links.queries.ts';
import { followReads } from './apply-reads.ts';
import { readObjects } from './reads.ts';

/** A tenth of the smallest account's calls at the most, for all kinds of objects together. */
const pauses = { page: 10_000, round: 60_000 };

/**
 * Looks through what HubSpot lists as archived, a page at a time and for ever: it cannot be asked for what
 * is new there. What leads are linked to is read by its id, so that what was merged or is back by now is
 * not taken for gone. Answers with how long to wait for the next page.
 */
export async function lookThroughArchived(
  context: CrmContext,
  object: ObjectType,
  signal: AbortSignal,
): Promise<number> {
  const { db, client } = context;
  const from = await findArchivedAfter(db, object);
  const page = await client.listArchived(object, from, signal).catch((error) => {
    // What page comes next is HubSpot's own word, which it need not know for ever.
    if (!(error instanceof HubSpotRefused) || from === '') throw error;
    return client.listArchived(object, '', signal);
  });
  const linked = await findLinked(db, object, page.ids);
  // Contacts and companies that are known to be gone are linked no more.
  const isNews = (id: string) =>
    linked.has(id) && !(object === 'deals' && linked.get(id)?.is_away === true);
  const commissions = await findCommissionProperties(db);
  const reads = await readObjects(client, object, page.ids.filter(isNews), commissions, signal);
  await db.transaction(async (tx) => {
    await followReads(tx, clocksOf(context), object, reads, commissions);
    await moveArchived(tx, object, page.after);
  });
  return page.after === '' ? pauses.round : pauses.page;
}

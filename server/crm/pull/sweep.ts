import { dayMilliseconds } from '#contract/days.ts';
import { type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { findSweep, moveSweep } from '#server/crm/kept/cursors.queries.ts';
import { countLinked, findNextLinked } from '#server/crm/kept/links.queries.ts';
import { followReads } from './apply-reads.ts';
import { readObjects } from './reads.ts';

const atOnce = 100;
/** Within this time everything is looked at once. */
const roundMilliseconds = dayMilliseconds;
const pauses = { urgent: 0, shortest: 2_000, longest: 10 * 60_000 };

/**
 * The slow way round: everything that leads are linked to is read by its id, a hundred at a time. It
 * finds what no search shows, such as what was archived. Answers with how long to wait for the next.
 */
export async function sweepObject(
  context: CrmContext,
  object: ObjectType,
  signal: AbortSignal,
): Promise<number> {
  const { db, client } = context;
  const sweep = await findSweep(db, object);
  const ids = await findNextLinked(db, object, sweep.after, atOnce);
  const commissions = await findCommissionProperties(db);
  const reads = await readObjects(client, object, ids, commissions, signal);
  const isEnd = ids.length < atOnce;
  await db.transaction(async (tx) => {
    await followReads(tx, clocksOf(context), object, reads, commissions);
    await moveSweep(tx, object, sweep, isEnd ? '' : (ids.at(-1) ?? ''));
  });
  if (sweep.is_urgent && !isEnd) return pauses.urgent;
  const turns = Math.max(1, Math.ceil((await countLinked(db, object)) / atOnce));
  return Math.min(pauses.longest, Math.max(pauses.shortest, roundMilliseconds / turns));
}

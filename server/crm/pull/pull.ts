import type { CommissionProperties } from '#contract/crm.ts';
import { readMirroredCommissions } from '#server/companies/companies.ts';
import type { HubSpotObject } from '#server/crm/hubspot/client.ts';
import { type Clocks, type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import {
  abandonRound,
  beginRound,
  type Cursor,
  endRound,
  findCursor,
  moveCursor,
} from '#server/crm/kept/cursors.queries.ts';
import { findLinked, type Known } from '#server/crm/kept/links.queries.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { AtWork } from '#server/jobs/jobs.ts';
import { followReads } from './apply-reads.ts';
import { earlierIds, followedValue, propertiesOf, readObjects } from './reads.ts';

const modified: Record<ObjectType, string> = {
  deals: 'hs_lastmodifieddate',
  contacts: 'lastmodifieddate',
  companies: 'hs_lastmodifieddate',
};
const pageSize = 200;
/** HubSpot's search knows of a change only after seconds: what was just read is looked at again. */
const overlapMilliseconds = 2 * 60_000;
/** Whatever is left of a long round goes on in the next turn, so that others get theirs. */
const pagesOfOneTurn = 50;

/** How often a round that has missed something is begun anew before what it has seen is enough. */
const mostTries = 8;

/** How a turn ended: with the round, in the middle of it, or with a round that has missed something. */
export type Turn = 'complete' | 'more' | 'incomplete';

/**
 * Reads what has been modified since the last complete round, by id: each page asks for what comes
 * after the last one read, so that nothing moves between pages, however much is modified meanwhile, and
 * no number of results is too many. A page and where it ends are one transaction.
 */
export async function pullObject(
  context: CrmContext,
  object: ObjectType,
  { signal, renew }: AtWork,
): Promise<Turn> {
  await startRound(context, object);
  for (let pages = 0; pages < pagesOfOneTurn; pages++) {
    const cursor = await findCursor(context.db, object);
    const commissions = await findCommissionProperties(context.db);
    const page = await searchPage(context, object, cursor, commissions, signal);
    const fresh = page.results.filter(({ id }) => isAfter(id, cursor.round_after ?? '0'));
    // The same page once more: an answer that comes from somewhere else than was asked for.
    if (page.results.length > 0 && fresh.length === 0) return 'incomplete';
    const reads = await readChanged(context, object, fresh, commissions, signal);
    await renew();
    const turn = await context.db.transaction(async (tx) => {
      const clocks = clocksOf(context);
      await followReads(tx, clocks, object, reads, commissions);
      return finishPage(tx, clocks, object, cursor, { ...page, fresh });
    });
    if (turn !== 'more') return turn;
  }
  return 'more';
}

async function startRound({ db, client }: CrmContext, object: ObjectType): Promise<void> {
  const { since } = await findCursor(db, object);
  const began = client.hubspotTime();
  const first = new Date(began.getTime() - overlapMilliseconds);
  await beginRound(db, object, {
    since: since ?? first.toISOString(),
    began: began.toISOString(),
  });
}

type Page = { total: number; results: HubSpotObject[] };

async function searchPage(
  { client }: CrmContext,
  object: ObjectType,
  { round_since, round_after }: Cursor,
  commissions: CommissionProperties,
  signal: AbortSignal,
): Promise<Page> {
  const since = Date.parse(round_since ?? '');
  const filters = [
    { propertyName: modified[object], operator: 'GTE' as const, value: String(since) },
    { propertyName: 'hs_object_id', operator: 'GT' as const, value: round_after ?? '0' },
  ];
  const search = {
    filterGroups: [{ filters }],
    sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' as const }],
    properties: propertiesOf(object, commissions),
    limit: pageSize,
  };
  return client.search(object, search, signal);
}

/** HubSpot's ids are numbers without leading zeros, longer than a number may safely be. */
function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}

/** Of what was found, what leads are linked to and what differs from what is known is read by its id. */
async function readChanged(
  { client, db }: CrmContext,
  object: ObjectType,
  found: HubSpotObject[],
  commissions: CommissionProperties,
  signal: AbortSignal,
) {
  const merged = found.flatMap(earlierIds);
  const linked = await findLinked(db, object, [...found.map(({ id }) => id), ...merged]);
  const mergedAway = merged.filter((id) => linked.has(id));
  const changed =
    object === 'companies'
      ? await changedCompanies(db, found, commissions)
      : found.filter(
          (one) => followedValue(object, one) !== knownValue(object, linked.get(one.id)),
        );
  const ids = changed.map(({ id }) => id).filter((id) => linked.has(id));
  return readObjects(client, object, [...ids, ...mergedAway], commissions, signal);
}

function knownValue(object: 'deals' | 'contacts', known: Known | undefined): unknown {
  // What was archived is found again when it is back.
  if (!known || known.is_away) return undefined;
  return object === 'deals' ? known.stage : known.lead_status;
}

async function changedCompanies(
  db: Database,
  found: HubSpotObject[],
  names: CommissionProperties,
): Promise<HubSpotObject[]> {
  const known = await readMirroredCommissions(
    db,
    found.map(({ id }) => id),
  );
  const byId = new Map(known.map((company) => [company.id, company]));
  const isSame = (read: string | null | undefined, mirrored: string | null) =>
    read && mirrored ? Number(read) === Number(mirrored) : !read && !mirrored;
  return found.filter(({ id, properties }) => {
    const company = byId.get(id);
    if (!company) return true;
    const { commission_payable_to_partner: payable, alltime_commission_payable: alltime } = names;
    return (
      !isSame(properties[payable], company.commission_payable_to_partner) ||
      !isSame(properties[alltime], company.alltime_commission_payable)
    );
  });
}

async function finishPage(
  tx: Db,
  { clock, hubspotTime }: Clocks,
  object: ObjectType,
  cursor: Cursor,
  { fresh, ...page }: Page & { fresh: HubSpotObject[] },
): Promise<Turn> {
  const last = cursor.round_after ?? '0';
  const after = fresh.reduce((most, { id }) => (isAfter(id, most) ? id : most), last);
  const seen = cursor.round_seen + new Set(fresh.map(({ id }) => id)).size;
  const total = cursor.round_total ?? page.total;
  if (!(await moveCursor(tx, object, cursor, { after, seen, total })))
    throw new Error(`Somebody else reads ${object} at the same time`);
  if (fresh.length > 0 && fresh.length < page.total) return 'more';
  // Pages that came in another order, or not at all, have left something out: all of it once more. But
  // not for ever: what HubSpot counts and never shows is found by the slow round.
  if (seen < total && cursor.round_tries < mostTries) {
    await abandonRound(tx, object);
    return 'incomplete';
  }
  const began = Date.parse(cursor.round_began ?? '');
  const ahead = hubspotTime().getTime() - clock().getTime();
  const since = new Date(began - overlapMilliseconds).toISOString();
  await endRound(tx, object, since, new Date(began - ahead));
  return 'complete';
}

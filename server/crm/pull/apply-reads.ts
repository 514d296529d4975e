import type { CommissionProperties, CrmValueKind } from '#contract/crm.ts';
import type { CrmObject } from '#contract/events.ts';
import { forgetCommissions, mirrorCommissions } from '#server/companies/companies.ts';
import type { Clocks } from '#server/crm/hubspot/crm-context.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { type CrmHappened, causedByHubSpot, tellOnTimelines } from '#server/crm/kept/crm-events.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import {
  followHubSpot,
  lockLinks,
  markArchived,
  markReturned,
  relink,
  storeFacts,
  unlink,
} from '#server/crm/kept/links.queries.ts';
import { storeUnknown } from '#server/crm/kept/mapping.queries.ts';
import type { Transaction } from '#server/db/database.ts';
import { waitAtMost } from '#server/db/lock-wait.queries.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { followedSince, followedValue, type Reads } from './reads.ts';
import { settleAndSend } from './settle.ts';

const nameOf: Record<ObjectType, CrmObject> = {
  deals: 'deal',
  contacts: 'contact',
  companies: 'company',
};

/** Brings the portal to what was read, and has sent what wins over it. */
export async function followReads(
  tx: Transaction,
  clocks: Clocks,
  object: ObjectType,
  reads: Reads,
  commissions: CommissionProperties,
): Promise<void> {
  const leadIds = await applyReads(tx, clocks, object, reads, commissions);
  await settleAndSend(tx, clocks, leadIds);
}

/**
 * Takes down what was read in HubSpot, told on the timelines of the leads concerned, and answers with
 * those whose status has to be settled. Applied twice, or after what was read later, it changes nothing
 * more.
 */
export async function applyReads(
  tx: Transaction,
  clocks: Clocks,
  object: ObjectType,
  reads: Reads,
  commissions: CommissionProperties,
): Promise<string[]> {
  const asked = [...reads.found.keys(), ...reads.gone];
  if (asked.length === 0) return [];
  await followHubSpot(tx);
  await waitAtMost(tx, '2s');
  const leadIds = await lockLinks(tx, object, asked);
  const happened = [
    ...(await followMerges(tx, object, reads)),
    ...(await followGone(tx, object, reads.gone)),
  ];
  if (object === 'companies') await storeCommissions(tx, reads, commissions);
  else await storeFollowed(tx, object, reads);
  if (object === 'deals') happened.push(...(await followReturned(tx, reads)));
  await tellOnTimelines(tx, causedByHubSpot(clocks.clock), happened);
  return object === 'companies' ? [] : leadIds;
}

async function followMerges(
  tx: Transaction,
  object: ObjectType,
  { found }: Reads,
): Promise<CrmHappened[]> {
  const happened: CrmHappened[] = [];
  for (const [asked, { id }] of found) {
    if (asked === id) continue;
    const leadIds = await relink(tx, object, asked, id);
    if (object === 'companies') await forgetCommissions(tx, [asked]);
    happened.push(
      ...leadIds.map((lead_id) => ({ lead_id, object: nameOf[object], what: 'merged' as const })),
    );
  }
  return happened;
}

async function followGone(
  tx: Transaction,
  object: ObjectType,
  gone: string[],
): Promise<CrmHappened[]> {
  if (gone.length === 0) return [];
  const leadIds =
    object === 'deals' ? await markArchived(tx, gone) : await unlink(tx, object, gone);
  if (object === 'companies') await forgetCommissions(tx, gone);
  return leadIds.map((lead_id) => ({ lead_id, object: nameOf[object], what: 'archived' }));
}

/** What changed here while the deal was away has not been sent. */
async function followReturned(tx: Transaction, { found }: Reads): Promise<CrmHappened[]> {
  const leadIds = await markReturned(
    tx,
    [...found.values()].map(({ id }) => id),
  );
  await enqueue(tx, jobKinds.push, leadIds);
  return leadIds.map((lead_id) => ({ lead_id, object: 'deal', what: 'returned' }));
}

async function storeFollowed(
  tx: Transaction,
  object: 'deals' | 'contacts',
  { found }: Reads,
): Promise<void> {
  const objects = [...new Set(found.values())];
  const facts = objects.map((read) => ({
    id: read.id,
    value: followedValue(object, read),
    at: followedSince(object, read),
  }));
  await storeFacts(tx, object, facts);
  const kind: CrmValueKind = object === 'deals' ? 'stage' : 'lead_status';
  const values = [...new Set(facts.flatMap(({ value }) => value ?? []))].sort();
  // What the account calls it is asked for soon; the lead stays as it is until somebody has named it.
  if (await storeUnknown(tx, kind, values)) await enqueue(tx, jobKinds.readValues, 'all');
}

async function storeCommissions(
  tx: Transaction,
  { found }: Reads,
  names: CommissionProperties,
): Promise<void> {
  const amount = (text: string | null | undefined) => text?.trim() || null;
  const companies = [...new Set(found.values())].map(({ id, properties }) => ({
    id,
    commission_payable_to_partner: amount(properties[names.commission_payable_to_partner]),
    alltime_commission_payable: amount(properties[names.alltime_commission_payable]),
  }));
  await mirrorCommissions(tx, companies);
}

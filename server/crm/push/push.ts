import { crmText } from '#contract/crm-text.ts';
import { countOfferLater } from '#server/crm/connection/backfill.ts';
import { connected } from '#server/crm/connection/connection.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotFault, HubSpotRefused, isNotSetUp } from '#server/crm/hubspot/errors.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { findValues } from '#server/crm/kept/mapping.queries.ts';
import { type AtWork, again, done, enqueue, failed, type Handler } from '#server/jobs/jobs.ts';
import type { PushedLead } from './lead-properties.ts';
import { type LeadOutcome, outcomeOf } from './outcomes.ts';
import { findLeadsToPush, storeLastPush } from './push.queries.ts';
import { retryIfRefusedAlike } from './refused-alike.ts';
import { type Outcomes, sendLeads } from './send-leads.ts';
import { hasNoStage } from './statuses.ts';

/** As many as HubSpot takes in one call. */
const atOnce = 100;
const valuesWaitMilliseconds = 1_000;

/** Brings HubSpot to what the portal knows of leads, as they are when their turn comes. */
export function pushHandler(context: CrmContext): Handler {
  return connected(context, {
    kind: jobKinds.push,
    atOnce,
    work: async (jobs, at) => {
      const outcomes = await pushLeads(
        context,
        jobs.map(({ key }) => key),
        at,
      );
      if (await storeLastPush(context.db)) await countOfferLater(context.db, context.clock());
      const settled = jobs.map(({ key }) => outcomes.get(key) ?? done);
      return retryIfRefusedAlike(jobs, settled);
    },
  });
}

/** A key of the queue that is no id of a lead would stop all others. */
async function pushLeads(context: CrmContext, ids: string[], at: AtWork): Promise<Outcomes> {
  const mapping = await findValues(context.db);
  if (hasNoStage(mapping)) {
    await enqueue(context.db, jobKinds.readValues, 'all');
    return new Map(ids.map((id) => [id, again(valuesWaitMilliseconds, crmText.reasons.noStages)]));
  }
  const leads = await findLeadsToPush(context.db, ids);
  return pushApart(context, leads, (part) => sendLeads(context, mapping, part, at), at.signal);
}

/**
 * Where HubSpot refuses a batch without saying which lead it does not like, halves of it are sent, down
 * to the one: no lead stops the others.
 */
async function pushApart(
  context: CrmContext,
  leads: PushedLead[],
  send: (leads: PushedLead[]) => Promise<Outcomes>,
  signal: AbortSignal,
): Promise<Outcomes> {
  try {
    return await send(leads);
  } catch (error) {
    const [only, ...others] = leads;
    const isOfOne = await isOfOneLead(context, error, signal);
    if (!only || !isOfOne || !(error instanceof Error)) throw error;
    if (others.length === 0) return new Map([[only.id, outcomeAlone(error, only)]]);
    const middle = Math.ceil(leads.length / 2);
    const first = await pushApart(context, leads.slice(0, middle), send, signal);
    const second = await pushApart(context, leads.slice(middle), send, signal);
    return new Map([...first, ...second]);
  }
}

/** An error inside HubSpot is its own where it answers to nothing else either. */
async function isOfOneLead(
  { client }: CrmContext,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (error instanceof HubSpotRefused) return !isNotSetUp(error.refusal);
  if (!(error instanceof HubSpotFault) || error.status !== 500) return false;
  await client.readAccount(signal);
  return true;
}

function outcomeAlone(error: Error, lead: PushedLead): LeadOutcome {
  if (!(error instanceof HubSpotRefused)) return failed(error.message);
  return outcomeOf(crmText.parts.whole(lead.email), error.refusal);
}

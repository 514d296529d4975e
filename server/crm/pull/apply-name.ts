import { z } from 'zod';
import { crmValueKinds } from '#contract/crm.ts';
import { statusKey } from '#contract/lead-status.ts';
import { type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import { followHubSpot } from '#server/crm/kept/links.queries.ts';
import { findLeadsOfValue, findValues } from '#server/crm/kept/mapping.queries.ts';
import { waitAtMost } from '#server/db/lock-wait.queries.ts';
import { done, enqueue, type Job, type Outcome } from '#server/jobs/jobs.ts';
import { settleAndSend } from './settle.ts';

const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';
const job = z.object({
  kind: z.enum(crmValueKinds),
  value: z.string(),
  after: z.string().default(firstId),
});

/**
 * A value has another name: the leads that stand in it get it, and those that had the name already and
 * could not be sent are sent, some at a time.
 */
export async function applyName(context: CrmContext, { kind, key, data }: Job): Promise<Outcome> {
  const { after, ...value } = job.parse(data);
  await context.db.transaction(async (tx) => {
    await followHubSpot(tx);
    await waitAtMost(tx, '2s');
    const { status } = (await findValues(tx)).find((one) => isSameValue(one, value)) ?? {};
    const named = { ...value, statusKey: status ? statusKey(status) : null };
    const leadIds = await findLeadsOfValue(tx, named, after, atOnce);
    await settleAndSend(tx, clocksOf(context), leadIds);
    // Wanted again, from where this ends.
    const last = leadIds.length === atOnce && leadIds.at(-1);
    if (last) await enqueue(tx, kind, key, { ...value, after: last });
  });
  return done;
}

type ValueName = { kind: string; value: string };
function isSameValue(one: ValueName, other: ValueName): boolean {
  return one.kind === other.kind && one.value === other.value;
}

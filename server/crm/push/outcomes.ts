import { crmText } from '#contract/crm-text.ts';
import type { Batch, HubSpotObject } from '#server/crm/hubspot/client.ts';
import { HubSpotRefused, isNotSetUp, type Refusal } from '#server/crm/hubspot/errors.ts';
import { inPlainWords } from '#server/crm/hubspot/plain-words.ts';
import { failed, type Outcome, parked } from '#server/jobs/jobs.ts';

/** With why, in words that are the same for every lead that is refused so. */
export type LeadOutcome = Outcome & { why?: string };

/** For what is good to have: that HubSpot does not take it is no reason to stop. */
export async function ignoreRefusal(writing: Promise<Batch>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof HubSpotRefused) || isNotSetUp(error.refusal)) throw error;
  }
}

/** Of what HubSpot has said nothing: it may not have been done, and is tried again. */
const leftOut: Refusal = {
  category: 'LEFT_OUT',
  message: crmText.reasons.leftOut('it'),
  ...{ faults: [], codes: [], traces: [], ids: [] },
};

/** What a refusal of one thing of a lead means for the lead. */
export function outcomeOf(what: string, refusal: Refusal): LeadOutcome {
  const why = inPlainWords(refusal);
  return refusal === leftOut
    ? failed(crmText.reasons.leftOut(what))
    : { ...parked(crmText.reasons.refused(what, why)), why };
}

/** What became of the inputs of a batch, by their traces. */
export type SortedOut = { objects: Map<string, HubSpotObject>; refused: Map<string, Refusal> };

/**
 * Which input became what, by its trace, or by its id where HubSpot names only that. Where HubSpot does
 * not say of which input a refusal speaks, nothing is known of any: it counts as a refusal of the whole
 * batch. What is named nowhere counts as refused, too, but may be tried again.
 */
export function sortOut(
  { results, refusals }: Batch,
  traces: string[],
  traceOf: (object: HubSpotObject) => string,
  traceOfId: Map<string, string> = new Map(),
): SortedOut {
  const objects = new Map<string, HubSpotObject>();
  for (const object of results) objects.set(object.objectWriteTraceId ?? traceOf(object), object);
  const refused = new Map<string, Refusal>();
  for (const refusal of refusals) {
    if (isNotSetUp(refusal)) throw new HubSpotRefused(400, refusal);
    const named = refusal.ids.flatMap((id) => traceOfId.get(id) ?? []);
    for (const trace of [...refusal.traces, ...named]) refused.set(trace, refusal);
  }
  const [first] = refusals;
  if (first && traces.some((trace) => !objects.has(trace) && !refused.has(trace)))
    throw new HubSpotRefused(400, first);
  for (const trace of traces)
    if (!objects.has(trace) && !refused.has(trace)) refused.set(trace, leftOut);
  return { objects, refused };
}

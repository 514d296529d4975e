import type { CrmValueKind } from '#contract/crm.ts';
import { statusKey } from '#contract/lead-status.ts';

/** A value of HubSpot and what the portal calls it; null where nobody has said so. */
export type MappedValue = {
  kind: CrmValueKind;
  value: string;
  /** Of stages: the pipeline that they belong to. */
  pipeline: string | null;
  /** Of stages: it is the first of its pipeline, in which the contact tells the status. */
  is_first: boolean;
  status: string | null;
  /** The account has it no more: leads may stand in it, but none can be put there. */
  is_gone: boolean;
};
/** In the order in which HubSpot shows them. */
export type Mapping = readonly MappedValue[];

/** What HubSpot says of a lead, with the time of each by its own clock. */
export type HubSpotFacts = {
  stage: string | null;
  stage_at: string | null;
  lead_status: string | null;
  lead_status_at: string | null;
};

/** A status, and since when it has been so; null where it is not known. */
export type StatusSince = { status: string | null; at: Date | null };

/**
 * A lead's status is its deal's stage and, while the deal stands in the first stage of its pipeline,
 * its contact's lead status, which has been telling it since the later of the two was set. A contact
 * without one leaves it to the stage.
 */
export function fromHubSpot(mapping: Mapping, facts: HubSpotFacts): StatusSince {
  const stage = mapping.find(({ kind, value }) => kind === 'stage' && value === facts.stage);
  const at = dateOf(facts.stage_at);
  if (!stage) return { status: null, at };
  if (!stage.is_first || !facts.lead_status) return { status: stage.status, at };
  const byContact = mapping.find(
    ({ kind, value }) => kind === 'lead_status' && value === facts.lead_status,
  );
  return { status: byContact?.status ?? null, at: later(at, dateOf(facts.lead_status_at)) };
}

export function isFirstStage(mapping: Mapping, stage: string | null): boolean {
  return mapping.some(
    ({ kind, value, is_first }) => kind === 'stage' && value === stage && is_first,
  );
}

/** What to set in HubSpot; a lead status that is null stays as it is. */
export type ToSet = { stage: string; lead_status: string | null };

/**
 * What HubSpot calls a status: what stands there where that is called so already, then the first value
 * in the order of HubSpot. Undefined where none is called so.
 */
export function toHubSpot(
  mapping: Mapping,
  status: string,
  current: Pick<HubSpotFacts, 'stage' | 'lead_status'> = { stage: null, lead_status: null },
): ToSet | undefined {
  const key = statusKey(status);
  const isCalledSo = (value: MappedValue) =>
    value.status !== null && statusKey(value.status) === key;
  const offered = mapping.filter(({ is_gone }) => !is_gone);
  const stages = offered.filter(({ kind }) => kind === 'stage');
  const now = stages.find(({ value }) => value === current.stage);
  const pipeline = (now ?? stages[0])?.pipeline;
  const ofPipeline = stages.filter((stage) => stage.pipeline === pipeline);
  const first = ofPipeline.find(({ is_first }) => is_first);

  const calledSo = offered.filter((value) => value.kind === 'lead_status' && isCalledSo(value));
  const kept = calledSo.find(({ value }) => value === current.lead_status);
  const leadStatus = kept ?? calledSo[0];
  const byContact = first && leadStatus && { stage: first.value, lead_status: leadStatus.value };

  // The first stage tells a status only where the contact has none.
  const named = ofPipeline.filter(
    (stage) => isCalledSo(stage) && (!stage.is_first || !current.lead_status),
  );
  const stage = named.find(({ value }) => value === current.stage) ?? named[0];
  const byStage = stage && { stage: stage.value, lead_status: null };

  const isInFirst = !now || now.is_first;
  return isInFirst ? (byContact ?? byStage) : (byStage ?? byContact);
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function later(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

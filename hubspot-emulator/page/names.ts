import type { ObjectType } from '../kinds.ts';
import { findById } from '../objects.ts';
import { inDisplayOrder } from '../pipelines.ts';
import type { CrmRecord, World } from '../world.ts';

/** What a person calls a record. */
export function nameOf(record: CrmRecord): string {
  const { firstname, lastname, email, name, domain, dealname } = record.properties;
  const person = [firstname, lastname].filter(Boolean).join(' ');
  return dealname || name || person || email || domain || `No name (${record.id})`;
}

export function linked(world: World, ids: Iterable<string>, type: ObjectType): CrmRecord[] {
  return [...ids].flatMap((id) => findById(world, type, id) ?? []);
}

/** The property that a person moves, with what it may be. */
export const moved = { deals: 'dealstage', contacts: 'hs_lead_status', companies: undefined };

export function leadStatuses(world: World): [string, string][] {
  const known = world.shelves.contacts.properties.get('hs_lead_status')?.options ?? [];
  return [['', 'None'], ...known.map(({ value, label }): [string, string] => [value, label])];
}

/** Stages of all pipelines, each with its pipeline in its value: two may have a stage of one name. */
export function dealStages(world: World): [string, string][] {
  const pipelines = inDisplayOrder([...world.pipelines.values()].filter((one) => !one.archived));
  return pipelines.flatMap((pipeline) =>
    inDisplayOrder(pipeline.stages).map((stage): [string, string] => [
      `${pipeline.id}|${stage.id}`,
      pipelines.length > 1 ? `${pipeline.label}: ${stage.label}` : stage.label,
    ]),
  );
}

export function currentStage(record: CrmRecord): string {
  return `${record.properties.pipeline ?? 'default'}|${record.properties.dealstage ?? ''}`;
}

export function showTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

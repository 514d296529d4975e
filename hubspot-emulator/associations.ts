import { z } from 'zod';
import type { ObjectType } from './kinds.ts';
import type { CrmRecord, World } from './world.ts';

export const associationSpec = z.object({
  associationCategory: z.string(),
  associationTypeId: z.number().int(),
});
export type AssociationSpec = z.infer<typeof associationSpec>;

type Pair = { plain: number; primary?: number; name: string };

/** The types that HubSpot defines between two objects, read in this direction. */
const pairs: Partial<Record<ObjectType, Partial<Record<ObjectType, Pair>>>> = {
  contacts: {
    companies: { plain: 279, primary: 1, name: 'contact_to_company' },
    deals: { plain: 4, name: 'contact_to_deal' },
    contacts: { plain: 449, name: 'contact_to_contact' },
  },
  companies: {
    contacts: { plain: 280, primary: 2, name: 'company_to_contact' },
    deals: { plain: 342, primary: 6, name: 'company_to_deal' },
    companies: { plain: 450, name: 'company_to_company' },
  },
  deals: {
    contacts: { plain: 3, name: 'deal_to_contact' },
    companies: { plain: 341, primary: 5, name: 'deal_to_company' },
    deals: { plain: 451, name: 'deal_to_deal' },
  },
};

export function pairBetween(from: ObjectType, to: ObjectType): Pair | undefined {
  return pairs[from]?.[to];
}

/** Whether this type of association exists in this direction. */
export function typesBetween(from: ObjectType, to: ObjectType, spec: AssociationSpec): boolean {
  const pair = pairBetween(from, to);
  return (
    spec.associationCategory === 'HUBSPOT_DEFINED' &&
    pair !== undefined &&
    [pair.plain, pair.primary].includes(spec.associationTypeId)
  );
}

const keyOf = (record: Pick<CrmRecord, 'objectType' | 'id'>) => `${record.objectType}:${record.id}`;

/** The ids of the other type that a record is associated with, and how. */
export function associated(
  world: World,
  from: Pick<CrmRecord, 'objectType' | 'id'>,
  to: ObjectType,
): Map<string, Set<number>> {
  return world.associations.get(keyOf(from))?.get(to) ?? new Map();
}

function typeSet(world: World, from: CrmRecord, to: CrmRecord): Set<number> {
  const byType =
    world.associations.get(keyOf(from)) ?? new Map<ObjectType, Map<string, Set<number>>>();
  world.associations.set(keyOf(from), byType);
  const byId = byType.get(to.objectType) ?? new Map<string, Set<number>>();
  byType.set(to.objectType, byId);
  const types = byId.get(to.id) ?? new Set<number>();
  byId.set(to.id, types);
  return types;
}

/** A record has one primary company; where it gets another one, the first is only associated. */
function demoteOthers(
  world: World,
  from: CrmRecord,
  to: CrmRecord,
  primary: number,
  back?: number,
) {
  for (const [id, types] of associated(world, from, to.objectType)) {
    if (id === to.id || !types.delete(primary) || back === undefined) continue;
    associated(world, { objectType: to.objectType, id }, from.objectType)
      .get(from.id)
      ?.delete(back);
  }
}

function makePrimary(world: World, from: CrmRecord, to: CrmRecord): void {
  const forth = pairBetween(from.objectType, to.objectType)?.primary;
  const back = pairBetween(to.objectType, from.objectType)?.primary;
  if (forth === undefined || back === undefined) return;
  const [owner, company] = to.objectType === 'companies' ? [from, to] : [to, from];
  const [own, other] = to.objectType === 'companies' ? [forth, back] : [back, forth];
  demoteOthers(world, owner, company, own, other);
  typeSet(world, from, to).add(forth);
  typeSet(world, to, from).add(back);
}

/** Associates in both directions; without types in HubSpot's default way. */
export function associate(
  world: World,
  from: CrmRecord,
  to: CrmRecord,
  specs: AssociationSpec[] = [],
): void {
  const forth = pairBetween(from.objectType, to.objectType);
  const back = pairBetween(to.objectType, from.objectType);
  if (!forth || !back) return;
  const [owner, company] = to.objectType === 'companies' ? [from, to] : [to, from];
  const isFirst = associated(world, owner, company.objectType).size === 0;
  typeSet(world, from, to).add(forth.plain);
  typeSet(world, to, from).add(back.plain);
  const wanted = specs.some((spec) => spec.associationTypeId === forth.primary);
  if (forth.primary !== undefined && (isFirst || wanted)) makePrimary(world, from, to);
}

export function dissociate(world: World, from: CrmRecord, to: CrmRecord): void {
  associated(world, from, to.objectType).delete(to.id);
  associated(world, to, from.objectType).delete(from.id);
}

export function dropAssociations(world: World, record: CrmRecord): void {
  for (const [otherType, others] of world.associations.get(keyOf(record)) ?? []) {
    for (const id of others.keys()) {
      associated(world, { objectType: otherType, id }, record.objectType).delete(record.id);
    }
  }
  world.associations.delete(keyOf(record));
}

export function labelOf(typeId: number): string | null {
  return [1, 2, 5, 6].includes(typeId) ? 'Primary' : null;
}

/** As a read of the record itself shows them. */
export function associationNames(world: World, from: CrmRecord, to: ObjectType) {
  const pair = pairBetween(from.objectType, to);
  return [...associated(world, from, to)].flatMap(([id, types]) =>
    [...types].map((typeId) => {
      const unlabelled = pair?.primary !== undefined && typeId === pair.plain;
      return { id, type: `${pair?.name}${unlabelled ? '_unlabeled' : ''}` };
    }),
  );
}

import {
  type AssociationSpec,
  associate,
  associated,
  labelOf,
  pairBetween,
  typesBetween,
} from './associations.ts';
import { HubSpotError, invalid } from './errors.ts';
import { kinds, type ObjectType } from './kinds.ts';
import { liveRecord } from './objects.ts';
import type { CrmRecord, World } from './world.ts';

/** The two objects that an association joins, in this direction. */
export type Ends = { world: World; from: ObjectType; to: ObjectType };

/** HubSpot tells of both directions. */
function answerDefault(from: CrmRecord, to: CrmRecord) {
  return [[from, to] as const, [to, from] as const].map(([one, other]) => ({
    from: { id: one.id },
    to: { id: other.id },
    associationSpec: {
      associationCategory: 'HUBSPOT_DEFINED',
      associationTypeId: pairBetween(one.objectType, other.objectType)?.plain,
    },
  }));
}

export function associateByDefault({ world, ...ends }: Ends, fromId: string, toId: string) {
  const from = liveRecord(world, ends.from, fromId);
  const to = liveRecord(world, ends.to, toId);
  associate(world, from, to);
  return answerDefault(from, to);
}

export function associateLabelled(
  { world, ...ends }: Ends,
  fromId: string,
  toId: string,
  types: AssociationSpec[],
) {
  const wrong = types.find((spec) => !typesBetween(ends.from, ends.to, spec));
  if (wrong || types.length === 0) {
    const names = `${kinds[ends.from].singular} to ${kinds[ends.to].singular}`;
    throw invalid(`One or more association types are not valid from ${names}`);
  }
  const from = liveRecord(world, ends.from, fromId);
  const to = liveRecord(world, ends.to, toId);
  associate(world, from, to, types);
  return {
    fromObjectTypeId: kinds[from.objectType].typeId,
    fromObjectId: from.id,
    toObjectTypeId: kinds[to.objectType].typeId,
    toObjectId: to.id,
    labels: types.flatMap(({ associationTypeId }) => labelOf(associationTypeId) ?? []),
  };
}

/** By an id that was merged away nothing is found: the winner's own id must be asked for. */
export function answerTargets({ world, from, to }: Ends, id: string) {
  return [...associated(world, { objectType: from, id }, to)].map(([toObjectId, types]) => ({
    toObjectId,
    associationTypes: [...types].map((typeId) => ({
      category: 'HUBSPOT_DEFINED',
      typeId,
      label: labelOf(typeId),
    })),
  }));
}

/** In a batch a record without associations is an error. */
export function answerTargetsInBatch(ends: Ends, id: string) {
  const to = answerTargets(ends, id);
  if (to.length > 0) return { from: { id }, to };
  const names = `${kinds[ends.to].singular} is associated with ${kinds[ends.from].singular} ${id}`;
  throw new HubSpotError(404, 'OBJECT_NOT_FOUND', `No ${names}.`, {
    subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
  });
}

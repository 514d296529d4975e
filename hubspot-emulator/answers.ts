import { associationNames } from './associations.ts';
import { kinds, toObjectType } from './kinds.ts';
import { type CrmRecord, type Indexed, isoTime, type Values, type World } from './world.ts';

export type Wanted = {
  properties?: string[] | undefined;
  propertiesWithHistory?: string[] | undefined;
  associations?: string[] | undefined;
};

/** Named properties that exist, empty ones as null; unknown names are passed over in silence. */
function pickProperties(
  world: World,
  type: CrmRecord['objectType'],
  values: Values,
  wanted: readonly string[],
): Record<string, string | null> {
  const always = ['createdate', kinds[type].modified, 'hs_object_id'];
  const names = [...new Set([...(wanted.length > 0 ? wanted : kinds[type].shown), ...always])];
  const known = names.filter((name) => world.shelves[type].properties.has(name));
  return Object.fromEntries(known.sort().map((name) => [name, values[name] ?? null]));
}

function answerHistory(record: CrmRecord, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (record.history.get(name) ?? []).map((version) => ({
        ...version,
        timestamp: isoTime(version.timestamp),
      })),
    ]),
  );
}

function answerAssociations(world: World, record: CrmRecord, names: readonly string[]) {
  const found = names.flatMap((name) => {
    const type = toObjectType(name);
    const results = type ? associationNames(world, record, type) : [];
    return results.length > 0 && type ? [[type, { results }] as const] : [];
  });
  return Object.fromEntries(found);
}

export function answerRecord(world: World, record: CrmRecord, wanted: Wanted = {}) {
  const { objectType, archivedAt } = record;
  const history = wanted.propertiesWithHistory ?? [];
  const names = [...(wanted.properties ?? []), ...history];
  const associations = answerAssociations(world, record, wanted.associations ?? []);
  return {
    id: record.id,
    properties: pickProperties(world, objectType, record.properties, names),
    ...(history.length > 0 && { propertiesWithHistory: answerHistory(record, history) }),
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    archived: archivedAt !== undefined,
    ...(archivedAt !== undefined && { archivedAt: isoTime(archivedAt) }),
    ...(Object.keys(associations).length > 0 && { associations }),
  };
}

/** What was written and what HubSpot added: the answer to a write. */
export function answerWritten(world: World, record: CrmRecord, given: Record<string, unknown>) {
  const names = [
    ...Object.keys(given).map((name) => name.toLowerCase()),
    ...kinds[record.objectType].shown,
  ];
  const answer = answerRecord(world, record, { properties: names });
  const set = Object.entries(answer.properties).filter(([, value]) => value !== null);
  return { ...answer, properties: Object.fromEntries(set) };
}

export function answerIndexed(
  world: World,
  type: CrmRecord['objectType'],
  found: Indexed,
  wanted: readonly string[],
) {
  return {
    id: found.id,
    properties: pickProperties(world, type, found.properties, wanted),
    createdAt: isoTime(found.createdAt),
    updatedAt: isoTime(found.updatedAt),
    archived: false,
  };
}

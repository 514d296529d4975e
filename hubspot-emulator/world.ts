import { defaultGroups, defaultPipelines, defaultProperties } from './catalog.ts';
import { type ObjectType, objectTypes } from './kinds.ts';
import { type Random, seededRandom } from './random.ts';
import type { Group, Pipeline, Property } from './shapes.ts';

export type Source = { sourceType: string; sourceId: string; sourceLabel?: string };
export type Version = { value: string; timestamp: number } & Source;
export type Values = Readonly<Record<string, string>>;

export type CrmRecord = {
  readonly id: string;
  readonly objectType: ObjectType;
  readonly createdAt: number;
  /** Replaced, never changed: the search index holds on to what was true before. */
  properties: Values;
  history: Map<string, Version[]>;
  updatedAt: number;
  archivedAt: number | undefined;
};

export type Change =
  | { kind: 'creation' | 'deletion' | 'restore'; record: CrmRecord; source: Source; at: number }
  | {
      kind: 'propertyChange';
      record: CrmRecord;
      property: string;
      value: string;
      source: Source;
      at: number;
    }
  | {
      kind: 'merge';
      record: CrmRecord;
      primaryId: string;
      mergedIds: string[];
      moved: number;
      source: Source;
      at: number;
    };

export type Indexed = Pick<CrmRecord, 'id' | 'createdAt' | 'updatedAt'> & { properties: Values };
type Pending = { at: number; objectType: ObjectType; id: string; seen: Indexed | undefined };

type Shelf = {
  records: Map<string, CrmRecord>;
  /** Property, then value, then the id of the one record that has it. */
  unique: Map<string, Map<string, string>>;
  /** From an id that was merged away to the one that answers for it. */
  merged: Map<string, string>;
  properties: Map<string, Property>;
  groups: Map<string, Group>;
  index: Map<string, Indexed>;
};

/** One HubSpot account, in memory. */
export type World = {
  readonly portalId: number;
  readonly random: Random;
  now: () => number;
  shelves: Record<ObjectType, Shelf>;
  pipelines: Map<string, Pipeline>;
  /** `type:id`, then the other type, then the other id, then the types of the association. */
  associations: Map<string, Map<ObjectType, Map<string, Set<number>>>>;
  pending: Pending[];
  indexLagMs: () => number;
  mergeMakesNewId: (type: ObjectType) => boolean;
  onChange: (change: Change) => void;
  lastId: number;
  /** How often something was written. */
  changes: number;
};

export function createWorld(options: { seed: number; portalId: number; now: () => number }): World {
  const at = options.now();
  const shelf = (type: ObjectType): Shelf => ({
    records: new Map(),
    unique: new Map(),
    merged: new Map(),
    properties: new Map(defaultProperties(type, at).map((property) => [property.name, property])),
    groups: new Map(defaultGroups(type).map((group) => [group.name, group])),
    index: new Map(),
  });
  return {
    portalId: options.portalId,
    random: seededRandom(options.seed),
    now: options.now,
    shelves: { contacts: shelf('contacts'), companies: shelf('companies'), deals: shelf('deals') },
    pipelines: new Map(defaultPipelines(at).map((pipeline) => [pipeline.id, pipeline])),
    associations: new Map(),
    pending: [],
    indexLagMs: () => 0,
    // HubSpot answers for two merged deals with a third; for the others the first keeps its id.
    mergeMakesNewId: (type) => type === 'deals',
    onChange: () => {},
    lastId: 20_000_000_000,
    changes: 0,
  };
}

export function nextId(world: World): string {
  world.lastId += 1 + Math.floor(world.random() * 97);
  return String(world.lastId);
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** From now on, or once the index has caught up, the search finds the record as it is at this moment. */
export function indexRecord(world: World, record: CrmRecord): void {
  world.changes += 1;
  const { id, objectType, properties, createdAt, updatedAt } = record;
  const seen =
    record.archivedAt === undefined ? { id, properties, createdAt, updatedAt } : undefined;
  world.pending.push({ at: world.now() + world.indexLagMs(), objectType, id, seen });
}

export function catchUpIndex(world: World): void {
  const now = world.now();
  const later: Pending[] = [];
  for (const entry of world.pending) {
    if (entry.at > now) later.push(entry);
    else if (entry.seen) world.shelves[entry.objectType].index.set(entry.id, entry.seen);
    else world.shelves[entry.objectType].index.delete(entry.id);
  }
  world.pending = later;
}

export function liveRecords(world: World, type: ObjectType): CrmRecord[] {
  return [...world.shelves[type].records.values()].filter(
    (record) => record.archivedAt === undefined,
  );
}

/** All that was stored, for an account that starts again empty or from a file. */
export function emptyWorld(world: World): void {
  for (const type of objectTypes) {
    const { records, unique, merged, index } = world.shelves[type];
    for (const map of [records, unique, merged, index]) map.clear();
  }
  world.associations.clear();
  world.pending = [];
}

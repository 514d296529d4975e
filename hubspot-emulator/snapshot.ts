import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type ObjectType, objectTypes } from './kinds.ts';
import { registerUnique } from './objects.ts';
import type { Group, Pipeline, Property } from './shapes.ts';
import { type CrmRecord, emptyWorld, indexRecord, type Version, type World } from './world.ts';

type StoredRecord = Omit<CrmRecord, 'history'> & { history: [string, Version[]][] };
type StoredShelf = {
  records: StoredRecord[];
  merged: [string, string][];
  properties: Property[];
  groups: Group[];
};
type Stored = {
  lastId: number;
  shelves: Record<ObjectType, StoredShelf>;
  pipelines: Pipeline[];
  associations: [string, [ObjectType, [string, number[]][]][]][];
};

function storeWorld(world: World): Stored {
  const shelf = (type: ObjectType): StoredShelf => ({
    records: [...world.shelves[type].records.values()].map((record) => ({
      ...record,
      history: [...record.history],
    })),
    merged: [...world.shelves[type].merged],
    properties: [...world.shelves[type].properties.values()],
    groups: [...world.shelves[type].groups.values()],
  });
  return {
    lastId: world.lastId,
    shelves: { contacts: shelf('contacts'), companies: shelf('companies'), deals: shelf('deals') },
    pipelines: [...world.pipelines.values()],
    associations: [...world.associations].map(([key, byType]) => [
      key,
      [...byType].map(([type, byId]) => [
        type,
        [...byId].map(([id, types]) => [id, [...types]] as [string, number[]]),
      ]),
    ]),
  };
}

function restoreWorld(world: World, stored: Stored): void {
  emptyWorld(world);
  world.lastId = stored.lastId;
  world.pipelines = new Map(stored.pipelines.map((pipeline) => [pipeline.id, pipeline]));
  for (const type of objectTypes) {
    const { records, merged, properties, groups } = stored.shelves[type];
    const shelf = world.shelves[type];
    shelf.properties = new Map(properties.map((property) => [property.name, property]));
    shelf.groups = new Map(groups.map((group) => [group.name, group]));
    shelf.merged = new Map(merged);
    for (const one of records) {
      // What is undefined is not in a JSON file.
      const archivedAt = one.archivedAt ?? undefined;
      const record: CrmRecord = { ...one, archivedAt, history: new Map(one.history) };
      shelf.records.set(record.id, record);
      registerUnique(world, record, {});
      indexRecord(world, record);
    }
  }
  for (const [key, byType] of stored.associations) {
    const types = byType.map(([type, byId]) => {
      const targets = byId.map(([id, numbers]) => [id, new Set(numbers)] as const);
      return [type, new Map(targets)] as const;
    });
    world.associations.set(key, new Map(types));
  }
}

export function saveWorld(world: World, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify(storeWorld(world)));
  renameSync(`${file}.new`, file);
}

export function loadWorld(world: World, file: string): void {
  if (existsSync(file)) restoreWorld(world, JSON.parse(readFileSync(file, 'utf8')) as Stored);
}

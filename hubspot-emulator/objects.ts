import { type AssociationSpec, associate, dropAssociations, typesBetween } from './associations.ts';
import { invalid, notFound } from './errors.ts';
import { kinds, type ObjectType, objectTypes } from './kinds.ts';
import { stageState } from './pipelines.ts';
import { ownerOf, readValues, uniqueKey } from './values.ts';
import {
  type CrmRecord,
  indexRecord,
  isoTime,
  nextId,
  type Source,
  type Values,
  type World,
} from './world.ts';

export type NewAssociation = { to: { id: string }; types: AssociationSpec[] };

/** The record that answers for an id: itself, or what it was merged into. */
export function findById(world: World, type: ObjectType, id: string): CrmRecord | undefined {
  const { records, merged } = world.shelves[type];
  const winner = merged.get(id);
  return winner === undefined ? records.get(id) : findById(world, type, winner);
}

export function findRecord(
  world: World,
  type: ObjectType,
  id: string,
  idProperty?: string,
): CrmRecord | undefined {
  if (!idProperty || idProperty === 'hs_object_id') return findById(world, type, id);
  checkUniqueProperty(world, type, idProperty);
  return ownerOf(world, type, idProperty, id);
}

export function checkUniqueProperty(world: World, type: ObjectType, name: string): void {
  if (world.shelves[type].properties.get(name)?.hasUniqueValue) return;
  throw invalid(
    `Unable to perform update/upsert by non-unique ${kinds[type].typeId} property ${name} in portal ID ${world.portalId}`,
  );
}

export function liveRecord(world: World, type: ObjectType, id: string, idProperty?: string) {
  const record = findRecord(world, type, id, idProperty);
  if (!record || record.archivedAt !== undefined) throw notFound();
  return record;
}

/** Notes which record has a unique value, and forgets who had it before. */
export function registerUnique(world: World, record: CrmRecord, before: Values): void {
  const shelf = world.shelves[record.objectType];
  for (const [name, property] of shelf.properties) {
    if (!property.hasUniqueValue) continue;
    const [old, now] = [before[name] ?? '', record.properties[name] ?? ''];
    const owners = shelf.unique.get(name) ?? new Map<string, string>();
    shelf.unique.set(name, owners);
    if (old !== '' && owners.get(uniqueKey(old)) === record.id) owners.delete(uniqueKey(old));
    if (now !== '' && record.archivedAt === undefined) owners.set(uniqueKey(now), record.id);
  }
}

/** What HubSpot sets by itself beside what was given. */
function addConsequences(world: World, record: CrmRecord, values: Record<string, string>) {
  if (record.objectType !== 'deals' || values.dealstage === undefined) return values;
  const pipeline = values.pipeline || record.properties.pipeline || 'default';
  const { closed, won } = stageState(world, pipeline, values.dealstage);
  const closedNow = closed && record.properties.hs_is_closed !== 'true';
  return {
    ...(closedNow && { closedate: isoTime(world.now()) }),
    ...values,
    pipeline,
    hs_is_closed: String(closed),
    hs_is_closed_won: String(won),
  };
}

/** Stores what differs, with its history; the same value again changes nothing, not even the time. */
export function storeValues(
  world: World,
  record: CrmRecord,
  given: Record<string, string>,
  source: Source,
  at = world.now(),
): string[] {
  const before = record.properties;
  const values = addConsequences(world, record, given);
  const changed = Object.keys(values).filter((name) => (before[name] ?? '') !== values[name]);
  if (changed.length === 0) return [];
  const properties: Record<string, string> = { ...before };
  for (const name of changed) {
    const value = values[name] ?? '';
    if (value === '') delete properties[name];
    else properties[name] = value;
    const versions = record.history.get(name) ?? [];
    versions.unshift({ value, timestamp: at, ...source });
    record.history.set(name, versions);
  }
  properties.hs_lastmodifieddate = isoTime(at);
  properties[kinds[record.objectType].modified] = isoTime(at);
  record.properties = properties;
  record.updatedAt = at;
  registerUnique(world, record, before);
  indexRecord(world, record);
  return changed;
}

function tellOfChanges(world: World, record: CrmRecord, changed: string[], source: Source) {
  for (const property of changed) {
    const value = record.properties[property] ?? '';
    world.onChange({ kind: 'propertyChange', record, property, value, source, at: world.now() });
  }
}

export function createRecord(
  world: World,
  type: ObjectType,
  given: Record<string, unknown>,
  source: Source,
  associations: NewAssociation[] = [],
): CrmRecord {
  const values = readValues(world, type, given);
  const targets = readTargets(world, type, associations);
  const at = world.now();
  const id = nextId(world);
  const created = { createdate: isoTime(at), hs_createdate: isoTime(at), hs_object_id: id };
  const record: CrmRecord = {
    id,
    objectType: type,
    createdAt: at,
    updatedAt: at,
    archivedAt: undefined,
    properties: {},
    history: new Map(),
  };
  world.shelves[type].records.set(id, record);
  const changed = storeValues(world, record, { ...values, ...created }, source, at);
  for (const { to, specs } of targets) associate(world, record, to, specs);
  world.onChange({ kind: 'creation', record, source, at });
  tellOfChanges(world, record, changed, source);
  return record;
}

/** What a new record is to be associated with; throws where it is not there or cannot be. */
export function readTargets(world: World, type: ObjectType, associations: NewAssociation[]) {
  return associations.map((wanted) => readTarget(world, type, wanted));
}

function readTarget(world: World, type: ObjectType, { to, types }: NewAssociation) {
  for (const toType of objectTypes) {
    if (types.length === 0 || !types.every((spec) => typesBetween(type, toType, spec))) continue;
    const record = findById(world, toType, to.id);
    if (record && record.archivedAt === undefined) return { to: record, specs: types };
    throw invalid(`No ${kinds[toType].singular} with ID ${to.id} exists`);
  }
  throw invalid(`One or more associations of ${kinds[type].singular} are not valid`);
}

export function updateRecord(
  world: World,
  record: CrmRecord,
  given: Record<string, unknown>,
  source: Source,
): CrmRecord {
  const values = readValues(world, record.objectType, given, record);
  const changed = storeValues(world, record, values, source);
  tellOfChanges(world, record, changed, source);
  return record;
}

export function archiveRecord(world: World, record: CrmRecord, source: Source): void {
  if (record.archivedAt !== undefined) return;
  const at = world.now();
  record.archivedAt = at;
  record.updatedAt = at;
  registerUnique(world, record, record.properties);
  dropAssociations(world, record);
  indexRecord(world, record);
  world.onChange({ kind: 'deletion', record, source, at });
}

/** Out of the recycling bin: as it was, but changed at this moment, and associated with nothing. */
export function restoreRecord(world: World, record: CrmRecord, source: Source): void {
  if (record.archivedAt === undefined) return;
  const at = world.now();
  const now = isoTime(at);
  record.archivedAt = undefined;
  record.updatedAt = at;
  record.properties = {
    ...record.properties,
    hs_lastmodifieddate: now,
    [kinds[record.objectType].modified]: now,
  };
  registerUnique(world, record, {});
  indexRecord(world, record);
  world.onChange({ kind: 'restore', record, source, at });
}

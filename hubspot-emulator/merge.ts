import { associate, associated, dropAssociations } from './associations.ts';
import { invalid } from './errors.ts';
import { type ObjectType, objectTypes } from './kinds.ts';
import { findById, liveRecord, registerUnique, storeValues } from './objects.ts';
import { type CrmRecord, indexRecord, isoTime, nextId, type Source, type World } from './world.ts';

const source: Source = { sourceType: 'MERGE_OBJECTS', sourceId: 'emulator' };

/** What the winner takes over: its own values first, then those that only the other one had. */
function mergedValues(winner: CrmRecord, loser: CrmRecord): Record<string, string> {
  const ids = [
    ...(winner.properties.hs_merged_object_ids ?? '').split(';'),
    ...(loser.properties.hs_merged_object_ids ?? '').split(';'),
    winner.id,
    loser.id,
  ].filter(Boolean);
  return {
    ...loser.properties,
    ...winner.properties,
    hs_merged_object_ids: [...new Set(ids)].join(';'),
  };
}

function moveAssociations(world: World, from: CrmRecord, to: CrmRecord): void {
  for (const type of objectTypes) {
    for (const id of associated(world, from, type).keys()) {
      const other = findById(world, type, id);
      if (other && other.id !== to.id) associate(world, to, other);
    }
  }
  dropAssociations(world, from);
}

/** Takes a record out of everything but the memory of which one answers for it. */
function retire(world: World, record: CrmRecord, winnerId: string): void {
  const shelf = world.shelves[record.objectType];
  record.archivedAt = world.now();
  registerUnique(world, record, record.properties);
  indexRecord(world, record);
  shelf.records.delete(record.id);
  shelf.merged.set(record.id, winnerId);
}

/** A third record where HubSpot makes one, otherwise the first. */
function findWinner(world: World, primary: CrmRecord): CrmRecord {
  if (!world.mergeMakesNewId(primary.objectType)) return primary;
  const id = nextId(world);
  const winner: CrmRecord = { ...primary, id, properties: {}, history: new Map() };
  world.shelves[primary.objectType].records.set(id, winner);
  return winner;
}

/** A contact goes on being known by the addresses of all that were merged into it. */
function keepAddress(world: World, loser: CrmRecord, winner: CrmRecord): string {
  const own = winner.properties.hs_additional_emails ?? '';
  const { email, hs_additional_emails: others } = loser.properties;
  const kept = [own, email ?? '', others ?? ''].flatMap((text) => text.split(';')).filter(Boolean);
  for (const address of kept) world.shelves.contacts.unique.get('email')?.set(address, winner.id);
  return [...new Set(kept)].join(';');
}

export function mergeRecords(
  world: World,
  type: ObjectType,
  primaryId: string,
  loserId: string,
): CrmRecord {
  const primary = liveRecord(world, type, primaryId);
  const loser = liveRecord(world, type, loserId);
  if (primary.id === loser.id) throw invalid('Cannot merge an object with itself');
  const winner = findWinner(world, primary);
  const values = mergedValues(primary, loser);
  if (winner.id === primary.id) {
    values.hs_merged_object_ids =
      values.hs_merged_object_ids
        ?.split(';')
        .filter((id) => id !== winner.id)
        .join(';') ?? '';
  }
  const retired = winner.id === primary.id ? [loser] : [primary, loser];
  for (const record of retired) {
    moveAssociations(world, record, winner);
    retire(world, record, winner.id);
  }
  if (type === 'contacts') values.hs_additional_emails = keepAddress(world, loser, winner);
  // The older of the two dates stands, and the id is the winner's own.
  values.hs_object_id = winner.id;
  values.createdate = isoTime(Math.min(primary.createdAt, loser.createdAt));
  const moved = storeValues(world, winner, values, source).length;
  world.onChange({
    kind: 'merge',
    record: winner,
    primaryId: primary.id,
    mergedIds: [loser.id],
    moved,
    source,
    at: world.now(),
  });
  return winner;
}

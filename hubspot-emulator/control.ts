import { z } from 'zod';
import { associated } from './associations.ts';
import type { Emulator } from './emulator.ts';
import { type FaultSettings, faultSettings, noFaults } from './faults.ts';
import type { Key } from './keys.ts';
import type { ObjectType } from './kinds.ts';
import type { LimitSettings } from './limits.ts';
import { mergeRecords } from './merge.ts';
import {
  archiveRecord,
  createRecord,
  findById,
  liveRecord,
  restoreRecord,
  updateRecord,
} from './objects.ts';
import { type WebhookSettings, webhookSettings } from './webhooks.ts';
import { type CrmRecord, emptyWorld, liveRecords, type Source } from './world.ts';

/** As if a person had changed it in HubSpot. */
const person: Source = { sourceType: 'CRM_UI', sourceId: 'userId:1', sourceLabel: 'Sam Sales' };

export const faultChanges = faultSettings.partial();
export const limitChanges = z
  .object({
    tenSecondly: z.number().int().positive(),
    daily: z.number().int().min(0),
    searchSecondly: z.number().int().positive(),
  })
  .partial();
export const keyChanges = z
  .object({
    status: z.enum(['active', 'revoked', 'expired']),
    scopes: z.union([z.literal('all'), z.array(z.string())]),
  })
  .partial();

type Defined<T> = { [K in keyof T]?: T[K] | undefined };

function given<T extends object>(changes: T): Partial<T> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

export type Control = ReturnType<typeof createControl>;

/** What stands above the account: its faults, limits and key, and the hands of a person in HubSpot. */
export function createControl(emulator: Emulator) {
  const { world } = emulator;
  return {
    setFaults(changes: Defined<FaultSettings>): void {
      Object.assign(emulator.faults, given(changes));
    },
    clearFaults(): void {
      Object.assign(emulator.faults, noFaults);
    },
    /** Nothing but 503 for so long. */
    startOutage(milliseconds: number): void {
      emulator.faults.outageUntil = emulator.realNow() + milliseconds;
    },
    setLimits(changes: Defined<LimitSettings>): void {
      Object.assign(emulator.limits.settings, given(changes));
    },
    setKey(changes: Defined<Pick<Key, 'status' | 'scopes'>>): void {
      const [key] = emulator.keys;
      if (!key) return;
      Object.assign(key, given(changes));
      if (changes.status === 'expired') key.expiredAt = world.now();
    },
    setWebhooks(settings: z.input<typeof webhookSettings> | undefined): void {
      emulator.webhooks.settings = settings && (webhookSettings.parse(settings) as WebhookSettings);
    },
    webhooks: emulator.webhooks,
    /** Whether the survivor of a merge gets an id of its own; HubSpot does so for deals. */
    setMergesMakeNewIds(types: ObjectType[]): void {
      world.mergeMakesNewId = (type) => types.includes(type);
    },
    requests: emulator.requests,
    routes: emulator.routes,
    list: (type: ObjectType): CrmRecord[] => liveRecords(world, type),
    find: (type: ObjectType, id: string): CrmRecord | undefined => findById(world, type, id),
    associatedIds: (type: ObjectType, id: string, to: ObjectType): string[] => [
      ...associated(world, { objectType: type, id }, to).keys(),
    ],
    create(type: ObjectType, properties: Record<string, string>): CrmRecord {
      return createRecord(world, type, properties, person);
    },
    update(type: ObjectType, id: string, properties: Record<string, string>): CrmRecord {
      return updateRecord(world, liveRecord(world, type, id), properties, person);
    },
    archive(type: ObjectType, id: string): void {
      archiveRecord(world, liveRecord(world, type, id), person);
    },
    restore(type: ObjectType, id: string): void {
      const record = findById(world, type, id);
      if (record) restoreRecord(world, record, person);
    },
    merge: (type: ObjectType, primaryId: string, loserId: string): CrmRecord =>
      mergeRecords(world, type, primaryId, loserId),
    /** Empties the account; properties, pipelines, faults and limits stay. */
    reset(): void {
      emptyWorld(world);
      emulator.requests.length = 0;
      emulator.limits.usage.clear();
    },
  };
}

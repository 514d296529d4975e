import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { crmText } from '#contract/crm-text.ts';
import { AppError } from '#server/app-error.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { readFreshness } from '#server/crm/kept/freshness.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { findLinked } from '#server/crm/kept/links.queries.ts';
import type { Database } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/jobs.ts';

/** What a call was signed with, and what the signature is over. */
export type SignedCall = {
  method: string;
  /** The whole address as HubSpot has called it. */
  uri: string;
  /** As it came: written anew it would be another text. */
  body: string;
  timestamp: string | undefined;
  signature: string | undefined;
};

const oldestMilliseconds = 5 * 60_000;
/** HubSpot signs the address with these decoded. */
const decodedInAddress = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

/** HubSpot's signature of version 3; without a secret nobody can be believed. */
export function isSigned(secret: string | undefined, call: SignedCall, now: Date): boolean {
  const { method, body, timestamp, signature } = call;
  if (!secret || !signature || !timestamp || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp)) > oldestMilliseconds) return false;
  const uri = call.uri.replace(decodedInAddress, decodeURIComponent);
  const expected = createHmac('sha256', secret)
    .update(method + uri + body + timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const id = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)]);
const events = z
  .array(
    z.looseObject({
      subscriptionType: z.string(),
      objectTypeId: z.string().optional(),
      objectId: id.optional(),
      primaryObjectId: id.optional(),
      newObjectId: id.optional(),
      mergedObjectIds: z.array(id).max(100).optional(),
    }),
  )
  .max(1_000);

const objectsByName: Record<string, ObjectType> = {
  deal: 'deals',
  contact: 'contacts',
  company: 'companies',
  '0-3': 'deals',
  '0-1': 'contacts',
  '0-2': 'companies',
};

function readEvents(body: string): z.infer<typeof events> {
  try {
    return events.parse(JSON.parse(body));
  } catch (cause) {
    throw new AppError('invalid', crmText.noEvents, { cause });
  }
}

/**
 * Events only hasten what a pull would find: whatever leads are linked to of what they name is read by
 * its id. So it does not matter what they say, in which order they come, or that some never do.
 */
export async function receiveEvents(db: Database, body: string): Promise<void> {
  const named: Record<ObjectType, Set<string>> = {
    deals: new Set(),
    contacts: new Set(),
    companies: new Set(),
  };
  for (const event of readEvents(body)) {
    const name = event.objectTypeId ?? event.subscriptionType.split('.')[0] ?? '';
    const object = Object.hasOwn(objectsByName, name) ? objectsByName[name] : undefined;
    const { objectId, primaryObjectId, newObjectId, mergedObjectIds = [] } = event;
    for (const one of [objectId, primaryObjectId, newObjectId, ...mergedObjectIds])
      if (object && one !== undefined) named[object].add(String(one));
  }
  const { isOn } = await readFreshness(db);
  if (isOn) await db.transaction((tx) => wantRead(tx, named));
}

async function wantRead(
  tx: Parameters<typeof findLinked>[0],
  named: Record<ObjectType, Set<string>>,
): Promise<void> {
  for (const object of ['companies', 'contacts', 'deals'] as const) {
    const ids = [...named[object]];
    if (ids.length === 0) continue;
    const linked = await findLinked(tx, object, ids);
    const keys = [...linked.keys()].map((one) => `${object} ${one}`);
    await enqueue(tx, jobKinds.read, keys);
  }
}

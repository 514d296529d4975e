import { z } from 'zod';
import type { FaultSettings } from './faults.ts';
import { kinds } from './kinds.ts';
import { shuffled } from './random.ts';
import { signV3 } from './signature.ts';
import type { Change, World } from './world.ts';

const most = { events: 100, attempts: 10, answerMs: 5000 };

export const webhookSettings = z.object({
  url: z.url(),
  secret: z.string().min(1),
  subscriptions: z.array(
    z.object({ type: z.string().regex(/^[a-z]+\.\w+$/), propertyName: z.string().optional() }),
  ),
  /** How long events are gathered, and how long the first retry waits. */
  gatherMs: z.number().int().min(0).default(200),
  retryMs: z.number().int().min(0).default(1000),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

type WebhookEvent = Record<string, unknown> & { subscriptionType: string };
type Delivery = { at: number; attempt: number; events: number; status: number | 'failed' };
export type Webhooks = {
  settings: WebhookSettings | undefined;
  deliveries: Delivery[];
  take: (change: Change) => void;
  waiting: () => number;
  stop: () => void;
};

function typeOf(change: Change): string {
  return `${kinds[change.record.objectType].singular}.${change.kind}`;
}

function isWanted(settings: WebhookSettings, change: Change): boolean {
  return settings.subscriptions.some(
    ({ type, propertyName }) =>
      type === typeOf(change) &&
      (change.kind !== 'propertyChange' || propertyName === change.property),
  );
}

function toEvent(world: World, change: Change): WebhookEvent {
  const event = {
    eventId: Math.floor(world.random() * 4_294_967_295),
    subscriptionId: 1_000_000 + kinds[change.record.objectType].typeId.length,
    portalId: world.portalId,
    appId: 1_160_452,
    occurredAt: change.at,
    subscriptionType: typeOf(change),
    attemptNumber: 0,
    objectId: Number(change.record.id),
    changeSource: change.source.sourceType,
    sourceId: change.source.sourceId,
  };
  if (change.kind === 'propertyChange') {
    const { property: propertyName, value: propertyValue } = change;
    return { ...event, propertyName, propertyValue, isSensitive: false };
  }
  if (change.kind !== 'merge') return event;
  return {
    ...event,
    primaryObjectId: Number(change.primaryId),
    mergedObjectIds: change.mergedIds.map(Number),
    newObjectId: Number(change.record.id),
    numberOfPropertiesMoved: change.moved,
  };
}

async function post(settings: WebhookSettings, events: WebhookEvent[], now: number) {
  const body = JSON.stringify(events);
  const timestamp = String(now);
  const { url: uri, secret } = settings;
  const response = await fetch(uri, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hubspot-request-timestamp': timestamp,
      'x-hubspot-signature-v3': signV3(secret, { method: 'POST', uri, body, timestamp }),
    },
    signal: AbortSignal.timeout(most.answerMs),
  });
  await response.body?.cancel();
  return response;
}

/** Tells of changes in bundles, as often as it takes until they are answered well. */
export function createWebhooks(
  world: World,
  faults: FaultSettings,
  report: (error: unknown) => void,
): Webhooks {
  let gathered: WebhookEvent[] = [];
  let underWay = 0;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const later = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds);
    timers.add(timer);
  };

  const deliver = async (events: WebhookEvent[], attempt: number): Promise<void> => {
    const { settings } = webhooks;
    if (!settings) return;
    underWay += events.length;
    const sent = events.map((event) => ({ ...event, attemptNumber: attempt }));
    const response = await post(settings, sent, world.now()).catch(() => undefined);
    underWay -= events.length;
    const status = response?.status ?? 'failed';
    webhooks.deliveries.push({ at: world.now(), attempt, events: events.length, status });
    if (response?.ok || attempt + 1 >= most.attempts) return;
    underWay += events.length;
    later(settings.retryMs * 2 ** attempt, () => {
      underWay -= events.length;
      deliver(events, attempt + 1).catch(report);
    });
  };

  const flush = () => {
    const twice = gathered.filter(() => world.random() < faults.webhookRepeatShare);
    const all = [...gathered, ...twice];
    gathered = [];
    const mixed = world.random() < faults.webhookReorderShare ? shuffled(all, world.random) : all;
    for (let start = 0; start < mixed.length; start += most.events) {
      deliver(mixed.slice(start, start + most.events), 0).catch(report);
    }
  };

  const webhooks: Webhooks = {
    settings: undefined,
    deliveries: [],
    take(change) {
      if (!webhooks.settings || !isWanted(webhooks.settings, change)) return;
      if (gathered.length === 0) later(webhooks.settings.gatherMs, flush);
      gathered.push(toEvent(world, change));
    },
    waiting: () => gathered.length + underWay,
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      webhooks.settings = undefined;
    },
  };
  return webhooks;
}

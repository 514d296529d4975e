import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningEmulator, startEmulator } from './start.ts';

type Post = { headers: IncomingHttpHeaders; body: string };
type Event = { objectId: number; eventId: number; propertyValue: string; attemptNumber: number };

let posts: Post[] = [];
let answers: number[] = [];
let server: Server;
let emulator: RunningEmulator;
let url: string;

beforeEach(async () => {
  posts = [];
  answers = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?from=hubspot`;
  emulator = await startEmulator();
});

afterEach(async () => {
  await emulator.stop();
  await new Promise((resolve) => server.close(resolve));
});

const secret = 'app-secret';
const changes = [{ type: 'deal.propertyChange', propertyName: 'dealstage' }];
const quick = { gatherMs: 0, retryMs: 0 };
const events = () => posts.flatMap((post) => JSON.parse(post.body) as Event[]);
const deliver = () => expect.poll(() => emulator.control.webhooks.waiting()).toBe(0);

test('a subscribed change is told once, signed over the whole address and the body', async () => {
  emulator.control.setWebhooks({ url, secret, subscriptions: changes, ...quick });
  const { id } = emulator.control.create('deals', { dealname: 'A', dealstage: 'qualifiedtobuy' });
  await deliver();
  expect(events()).toMatchObject([
    { subscriptionType: 'deal.propertyChange', objectId: Number(id), propertyName: 'dealstage' },
  ]);
  const [post] = posts;
  const time = post?.headers['x-hubspot-request-timestamp'];
  const signed = createHmac('sha256', secret).update(`POST${url}${post?.body}${time}`);
  expect(post?.headers['x-hubspot-signature-v3']).toBe(signed.digest('base64'));
  expect(Math.abs(Date.now() - Number(time))).toBeLessThan(60_000);
});

test('creations, deletions and merges are told where they are subscribed to', async () => {
  const subscriptions = ['contact.creation', 'contact.deletion', 'contact.merge'].map((type) => ({
    type,
  }));
  emulator.control.setWebhooks({ url, secret, subscriptions, ...quick });
  const make = (email: string) => emulator.control.create('contacts', { email });
  const [one, other] = [make('a@example.com'), make('b@example.com')];
  emulator.control.merge('contacts', one.id, other.id);
  emulator.control.archive('contacts', one.id);
  await deliver();
  expect(events()).toMatchObject([
    { subscriptionType: 'contact.creation' },
    { subscriptionType: 'contact.creation' },
    {
      subscriptionType: 'contact.merge',
      primaryObjectId: Number(one.id),
      mergedObjectIds: [Number(other.id)],
      newObjectId: Number(one.id),
    },
    { subscriptionType: 'contact.deletion', objectId: Number(one.id) },
  ]);
});

test('what is not answered well is sent again, with its number', async () => {
  answers = [500, 404];
  emulator.control.setWebhooks({ url, secret, subscriptions: changes, ...quick });
  emulator.control.create('deals', { dealstage: 'closedwon' });
  await deliver();
  expect(events().map((event) => event.attemptNumber)).toEqual([0, 1, 2]);
  expect(new Set(events().map((event) => event.eventId)).size).toBe(1);
});

test('at most 100 events go into one post, and some come twice and out of order when told so', async () => {
  emulator.control.setFaults({ webhookRepeatShare: 0.5, webhookReorderShare: 1 });
  emulator.control.setWebhooks({ url, secret, subscriptions: changes, ...quick });
  for (let deals = 0; deals < 150; deals++) {
    emulator.control.create('deals', { dealstage: 'closedwon' });
  }
  await deliver();
  const sizes = posts.map((post) => (JSON.parse(post.body) as Event[]).length);
  expect(Math.max(...sizes)).toBe(100);
  const ids = events().map((event) => event.objectId);
  expect(new Set(ids).size).toBe(150);
  expect(ids.length).toBeGreaterThan(150);
  expect(ids).not.toEqual([...ids].sort());
});

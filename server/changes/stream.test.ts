import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeKinds } from '#contract/events.ts';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { usualWaits } from '#server/http/waits.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { addressOf, openStream } from '#test/streams.ts';
import { type Bounds, usualBounds } from './hub.ts';

let portal: TestPortal;
let partner: SignedIn;
const others: FastifyInstance[] = [];
beforeEach(() => start());
afterEach(async () => {
  for (const app of others.splice(0)) await app.close();
  await portal.close();
});

async function start(options: { streamBounds?: Bounds; waits?: typeof usualWaits } = {}) {
  portal = await testPortal(options);
  partner = await portal.asPartner();
}

async function startAnew(options: Parameters<typeof start>[0]): Promise<void> {
  await portal.close();
  await start(options);
}

/** Another process of the same portal: an app and a listening connection of its own. */
async function anotherProcess(): Promise<FastifyInstance> {
  const { db, config, clock } = portal;
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32) });
  others.push(app);
  return app;
}

const open = () => openStream(portal.app, partner.token);
const listeners = () =>
  portal.db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where application_name = 'partner-portal listener' and datname = current_database()`);
const everything = changeKinds.filter((kind) => kind !== 'partners');

test('A stream is one of server-sent events, past caches, compression and proxies that gather', async () => {
  const stream = await open();
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.any(String),
    'x-content-type-options': 'nosniff',
  });
  expect(stream.headers.get('content-encoding')).toBeNull();
});

test('A change is told in every process, which each have one connection that listens', async () => {
  const elsewhere = await anotherProcess();
  const here = [await open(), await open()];
  const there = await openStream(elsewhere, partner.token);
  for (const stream of [...here, there]) await stream.hears(...everything);
  expect(await listeners()).toHaveLength(2);
  await addLead(partner);
  for (const stream of [...here, there]) await stream.hears('leads');
});

test('A portal without streams listens to nothing', async () => {
  await addLead(partner);
  expect(await listeners()).toEqual([]);
});

test('After the listening connection was lost, everybody is told to ask again', async () => {
  const stream = await open();
  await stream.hears(...everything);
  const [lost] = await listeners();
  await portal.db.query(sql`select pg_terminate_backend(${lost?.pid})`);
  await stream.hears(...everything);
  await addLead(partner);
  await stream.hears('leads');
  expect((await listeners()).map(({ pid }) => pid)).not.toEqual([lost?.pid]);
});

test.each([
  ['signing out', () => partner.call(routes.logout)],
  [
    'a password that is reset',
    async () => {
      const admin = await portal.asAdmin();
      const body = { password: 'Lantern-kite-3' };
      await admin.call(routes.resetPartnerPassword, { params: { id: partner.user.id }, body });
    },
  ],
  [
    'deleting the partner',
    async () => {
      const admin = await portal.asAdmin();
      await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
    },
  ],
])('%s ends the streams of that session at once', async (_, end) => {
  const stream = await open();
  const someoneElse = await openStream(portal.app, (await portal.asPartner()).token);
  await end();
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), 10_000);
  expect(someoneElse.isOver()).toBe(false);
});

test('A stream ends with its access token, and is refused like any call then', async () => {
  await startAnew({ streamBounds: { ...usualBounds, heartbeat: 20 } });
  const stream = await open();
  await vi.waitFor(() => expect(stream.heartbeats()).toBeGreaterThan(1), 10_000);
  expect(stream.isOver()).toBe(false);
  portal.clock.advance(portal.config.accessTokenSeconds * 1000);
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), 10_000);
  expect((await open()).status).toBe(401);
});

test('An idle stream is not cut off as a slow caller, and takes no turn of its user', async () => {
  const pace = { ...usualWaits.pace, every: 10 };
  await startAnew({
    streamBounds: { ...usualBounds, heartbeat: 20 },
    waits: { ...usualWaits, pace },
  });
  // One more than may be at work at once.
  const streams = [await open(), await open(), await open(), await open()];
  expect((await partner.call(routes.me)).status).toBe(200);
  for (const stream of streams) {
    await vi.waitFor(() => expect(stream.heartbeats()).toBeGreaterThan(5), 10_000);
    expect(stream.isOver()).toBe(false);
  }
});

test('Streams keep no connection of the pool', async () => {
  await addressOf(portal.app);
  await Promise.all(Array.from({ length: 12 }, open));
  expect((await partner.call(routes.me)).status).toBe(200);
});

test('A user with too many streams is refused until one has gone', async () => {
  await startAnew({ streamBounds: { ...usualBounds, streamsOfOneUser: 1 } });
  const first = await open();
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  first.close();
  await vi.waitFor(async () => expect((await open()).status).toBe(200), 10_000);
});

test('A portal with too many streams says that it is busy', async () => {
  await startAnew({ streamBounds: { ...usualBounds, streams: 1 } });
  await open();
  expect((await openStream(portal.app, (await portal.asPartner()).token)).status).toBe(503);
});

test('Whoever does not read is cut off', async () => {
  await startAnew({ streamBounds: { ...usualBounds, heartbeat: 1 } });
  const { port } = new URL(await addressOf(portal.app));
  const arrived = once(portal.app.server, 'request');
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  const { path } = routes.streamChanges;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${partner.token}\r\n\r\n`,
  );
  const [request, response] = await arrived;
  // What the system takes for the reader would be megabytes: here nothing is taken at all.
  Object.defineProperty(response, 'writableLength', { get: () => 1_000_000 });
  await vi.waitFor(() => expect(request.socket.destroyed).toBe(true), 10_000);
  socket.destroy();
});

test('A portal that stops ends its streams and does not wait for them', async () => {
  const app = await anotherProcess();
  const stream = await openStream(app, partner.token);
  await app.close();
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), 10_000);
  expect(await listeners()).toEqual([]);
});

test('A call that asks for the head alone is answered and over', async () => {
  const answer = await fetch(`${await addressOf(portal.app)}${routes.streamChanges.path}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${partner.token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(await answer.text()).toBe('');
});

test('Where the database cannot be listened to, the call is refused, and the browser asks by itself', async () => {
  const { config, clock, db } = portal;
  const deaf = {
    ...db,
    listen: () => ({ ready: () => Promise.reject(new Error('no')), close: async () => undefined }),
  };
  const app = await buildApp({ db: deaf, config, clock: clock.now, csrfKey: randomBytes(32) });
  others.push(app);
  expect((await openStream(app, partner.token)).status).toBe(503);
});

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { leadBody, type TestPortal, testPortal } from '#test/portal.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function freshPortal(): Promise<TestPortal> {
  const portal = await testPortal();
  cleanups.push(() => portal.close());
  return portal;
}

const unavailable = {
  status: 503,
  body: {
    error: 'The database cannot be reached right now. Please try again in a moment.',
  },
  headers: { 'retry-after': '5' },
};

test('What nobody expected is a 500 that tells nothing of the inside', async () => {
  const portal = await freshPortal();
  const partner = await portal.asPartner();
  await portal.db.queryOnce(sql`drop table leads cascade`);
  const answer = await partner.call(routes.listLeads);
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({ error: 'Internal server error' });
  expect(JSON.stringify(answer)).not.toMatch(/relation|select|leads|\.ts|42P01/);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.any(String),
    'x-content-type-options': 'nosniff',
  });
  // The rest of the portal goes on.
  expect((await partner.call(routes.me)).status).toBe(200);
});

test('A database that goes away under a call is a 503 that says when to try again', async () => {
  const portal = await freshPortal();
  const partner = await portal.asPartner();
  const waiting = sql`from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const answer = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const call = partner.call(routes.listLeads);
    await vi.waitFor(async () => {
      expect(await portal.db.queryOnce(sql`select pid ${waiting}`)).toHaveLength(1);
    });
    await portal.db.queryOnce(sql`select pg_terminate_backend(pid) ${waiting}`);
    return call;
  });
  expect(answer).toMatchObject(unavailable);
  expect((await partner.call(routes.listLeads)).status).toBe(200);
});

test('A process is ready once its database is migrated, and alive before that', async () => {
  const portal = await freshPortal();
  expect(await portal.anyone.call(routes.readiness)).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
  await portal.db.queryOnce(sql`drop table schema_migrations`);
  expect(await portal.anyone.call(routes.readiness)).toMatchObject(unavailable);
  expect(await portal.anyone.call(routes.health)).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

test('Without a database a process is alive, not ready, and says so at once', async () => {
  const portal = await freshPortal();
  // A port on which nothing listens: the first of them, which no program may take by chance.
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
  cleanups.push(() => db.close());
  const { config, clock } = portal;
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32) });
  cleanups.push(() => app.close());
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toEqual(unavailable.body);
  expect(ready.headers['retry-after']).toBe('5');
});

test('A process whose migrations are not all in is not ready', async () => {
  const portal = await freshPortal();
  await portal.db.queryOnce(sql`delete from schema_migrations`);
  expect(await portal.anyone.call(routes.readiness)).toMatchObject(unavailable);
});

test('A database that takes the connection and says nothing is not waited for by readiness', async () => {
  const portal = await freshPortal();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const db = openDatabase(`postgres://nobody@127.0.0.1:${port}/nothing`);
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    return db.close();
  });
  const { config, clock } = portal;
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32) });
  cleanups.push(() => app.close());
  // The pool itself would wait 12 seconds, past what this test waits.
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
}, 11_000);

test('Whoever signs out while the body of their call is still on its way changes nothing', async () => {
  const portal = await freshPortal();
  const partner = await portal.asPartner();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as AddressInfo;
  const csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  const callsSoFar = async () => {
    const query = sql`select hits from rate_hits where key = ${`general:${partner.user.id}`}`;
    return (await portal.db.query<{ hits: number }>(query))[0]?.hits ?? 0;
  };
  const before = await callsSoFar();
  const status = new Promise<number | undefined>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: routes.createLead.path, method: 'POST' });
    call.setHeader('authorization', `Bearer ${partner.token}`);
    call.setHeader('content-type', 'application/json');
    call.setHeader(headers.csrf, csrf);
    call.on('error', reject);
    call.on('response', (response) => resolve(response.statusCode));
    call.flushHeaders();
    vi.waitFor(async () => expect(await callsSoFar()).toBe(before + 1))
      .then(() => partner.call(routes.logout))
      .then(() => {
        const later = performance.now() + 3_000;
        const watch = vi.spyOn(performance, 'now').mockImplementation(() => later);
        cleanups.push(() => watch.mockRestore());
        call.end(JSON.stringify(leadBody()));
      })
      .catch(reject);
  });
  expect(await status).toBe(401);
  expect(await portal.db.query(sql`select id from leads`)).toEqual([]);
});

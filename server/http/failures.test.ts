import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

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

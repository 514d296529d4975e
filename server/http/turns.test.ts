import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { filePayload, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

/** A busy machine takes its time. */
const patiently = { timeout: 20_000 };
// Of the locks themselves: what a transaction sees of other sessions is as of its first look.
const waitingForLock = async (db: Db = portal.db) =>
  db.queryOnce(sql`select pid from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`);

test('However much one caller asks, three of the connections are theirs and the others go on', async () => {
  const [busy, other] = [await portal.asPartner(), await portal.asPartner()];
  const { held, meanwhile } = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const held = Array.from({ length: 12 }, () => busy.call(routes.listLeads));
    await vi.waitFor(async () => expect(await waitingForLock()).toHaveLength(3), patiently);
    // Nothing else is on its way to the database: what waits, waits in the portal.
    const meanwhile = await other.call(routes.me);
    expect(await waitingForLock()).toHaveLength(3);
    return { held, meanwhile };
  });
  expect(meanwhile.status).toBe(200);
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(statuses).toEqual(Array(12).fill(200));
});

test('The API tokens of two partners do not wait for each other', async () => {
  const [busy, other] = await Promise.all(
    [await portal.asPartner(), await portal.asPartner()].map(async (partner) => {
      const { token } = (await partner.call(routes.createToken, { body: { name: 'Push' } })).body;
      return portal.withApiToken(token);
    }),
  );
  const push = { method: 'POST', url: routes.createExternalLead.path } as const;
  const lead = { first_name: 'Ada', last_name: 'Byron', email: 'ada@acme.example' };
  const held = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const held = Array.from({ length: 3 }, () => busy?.send({ ...push, payload: lead }));
    await vi.waitFor(async () => expect(await waitingForLock(tx)).toHaveLength(3), patiently);
    held.push(other?.send({ ...push, payload: lead }));
    await vi.waitFor(async () => expect(await waitingForLock(tx)).toHaveLength(4), patiently);
    return held;
  });
  expect((await Promise.all(held)).map((answer) => answer?.status)).toEqual(Array(4).fill(201));
});

test('A call whose session ended while it waited for its turn is refused', async () => {
  const [busy, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const waiting = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const lists = Array.from({ length: 3 }, () => busy.call(routes.listLeads));
    await vi.waitFor(async () => expect(await waitingForLock()).toHaveLength(3), patiently);
    const waiting = busy.call(routes.createToken, { body: { name: 'Thief' } });
    const countCalls = sql`select hits from rate_hits where key = ${`general:${busy.user.id}`}`;
    await vi.waitFor(
      async () => expect(await portal.db.query(countCalls)).toEqual([{ hits: 4 }]),
      patiently,
    );
    await admin.call(routes.resetPartnerPassword, {
      params: { id: busy.user.id },
      body: { password: 'Another-pass-1' },
    });
    const later = performance.now() + 3_000;
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => later);
    return async () => {
      await Promise.all(lists);
      const answer = await waiting;
      watch.mockRestore();
      return answer;
    };
  });
  expect((await waiting()).status).toBe(401);
});

test('Calls with a file do not wait for the turn of other calls', async () => {
  const partner = await portal.asPartner();
  const answer = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const lists = Array.from({ length: 3 }, () => partner.call(routes.listLeads));
    await vi.waitFor(async () => expect(await waitingForLock()).toHaveLength(3), patiently);
    const refused = await partner.send({
      method: 'POST',
      url: routes.checkUpload.path,
      ...filePayload('no spreadsheet at all'),
    });
    return { refused, lists };
  });
  expect(answer.refused.status).toBe(400);
  await Promise.all(answer.lists);
});

test('What is no HTTP is answered and its connection destroyed, though its sender never closes it', async () => {
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as AddressInfo;
  const open = () =>
    new Promise<number>((resolve, reject) =>
      portal.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write('this is no HTTP\r\n\r\n');
  await vi.waitFor(() => expect(answer).toContain('400 Bad Request'));
  await vi.waitFor(async () => expect(await open()).toBe(0));
  socket.destroy();
});

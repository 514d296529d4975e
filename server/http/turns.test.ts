import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

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
    // What one of them sends is stored together, by one connection.
    await vi.waitFor(async () => expect(await waitingForLock(tx)).toHaveLength(1), patiently);
    held.push(other?.send({ ...push, payload: lead }));
    await vi.waitFor(async () => expect(await waitingForLock(tx)).toHaveLength(2), patiently);
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

/** What runs while three lists of a caller hold all their turns. */
async function whileBusy<T>(busy: SignedIn, work: (db: Db) => Promise<T>): Promise<T> {
  const { lists, outcome } = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const lists = Array.from({ length: 3 }, () => busy.call(routes.listLeads));
    await vi.waitFor(async () => expect(await waitingForLock()).toHaveLength(3), patiently);
    return { lists, outcome: await work(tx) };
  });
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200]);
  return outcome;
}

const haveArrived = (busy: SignedIn, hits: number) => {
  const countCalls = sql`select hits from rate_hits where key = ${`general:${busy.user.id}`}`;
  return vi.waitFor(
    async () => expect(await portal.db.query(countCalls)).toEqual([{ hits }]),
    patiently,
  );
};

test('Past 200 calls of a caller that wait, the next is told to come back, and others are served', async () => {
  const [busy, other] = [await portal.asPartner(), await portal.asPartner()];
  const waiting = await whileBusy(busy, async () => {
    const waiting = Array.from({ length: 200 }, () => busy.call(routes.me));
    await haveArrived(busy, 203);
    const { status, body, headers } = await busy.call(routes.me);
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'Too many of your calls are waiting. Please try again in a moment.' },
    });
    expect(headers['retry-after']).toBe('1');
    expect((await other.call(routes.me)).status).toBe(200);
    return waiting;
  });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses).toEqual(Array(200).fill(200));
});

test('Whoever signs out does not wait for their other calls', async () => {
  const busy = await portal.asPartner();
  await whileBusy(busy, async () => {
    expect((await busy.call(routes.logout)).status).toBe(200);
  });
  expect((await busy.call(routes.me)).status).toBe(401);
});

test('Calls whose connection closes while they wait are not made, also where they came together', async () => {
  const busy = await portal.asPartner();
  const { port } = await listening();
  const csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  const call = (name: string) => {
    const body = JSON.stringify({ name });
    return [
      `POST ${routes.createToken.path} HTTP/1.1`,
      'Host: portal',
      `Authorization: Bearer ${busy.token}`,
      `${headers.csrf}: ${csrf}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };
  await whileBusy(busy, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(call('first') + call('second'));
    await haveArrived(busy, 5);
    socket.destroy();
    await vi.waitFor(async () => expect(await connections()).toBe(0), patiently);
  });
  expect((await busy.call(routes.listTokens)).body.tokens).toEqual([]);
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

/** The portal on a real port. */
async function listening(): Promise<AddressInfo> {
  const { app } = portal;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address() as AddressInfo;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    portal.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('What is no HTTP is answered and its connection destroyed, though its sender never closes it', async () => {
  const { port } = await listening();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write('this is no HTTP\r\n\r\n');
  await vi.waitFor(() => expect(answer).toContain('400 Bad Request'));
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  socket.destroy();
});

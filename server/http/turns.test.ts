import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const waitingForLock = async () =>
  portal.db.queryOnce(sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);

test('However much one caller asks, three of the connections are theirs and the others go on', async () => {
  const [busy, other] = [await portal.asPartner(), await portal.asPartner()];
  const { held, meanwhile } = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in access exclusive mode`);
    const held = Array.from({ length: 12 }, () => busy.call(routes.listLeads));
    await vi.waitFor(async () => expect(await waitingForLock()).toHaveLength(3));
    // Nothing else is on its way to the database: what waits, waits in the portal.
    const meanwhile = await other.call(routes.me);
    expect(await waitingForLock()).toHaveLength(3);
    return { held, meanwhile };
  });
  expect(meanwhile.status).toBe(200);
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(statuses).toEqual(Array(12).fill(200));
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

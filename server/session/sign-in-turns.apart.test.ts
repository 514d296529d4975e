import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

/** Ends a comparison that is under way, oldest first. */
const ends: (() => void)[] = [];

// No password is right, and comparing goes on until the test ends it.
vi.mock('@node-rs/argon2', async (original) => ({
  ...(await original<typeof import('@node-rs/argon2')>()),
  verify: vi.fn(() => new Promise((resolve) => ends.push(() => resolve(false)))),
}));

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

/** Each attempt is of another account, and is told by its password from the others. */
function signIn(address: string, password: string) {
  return portal.anyone.send({
    method: 'POST',
    url: routes.login.path,
    payload: { email: `${password}@x.example`, password },
    remoteAddress: address,
  });
}

const compared = () => vi.mocked(verify).mock.calls.map(([, password]) => String(password));
const statusesOf = async (attempts: ReturnType<typeof signIn>[]) =>
  (await Promise.all(attempts)).map(({ status }) => status);

/** Ends comparisons until `attempts` are all answered. */
async function endAll(attempts: ReturnType<typeof signIn>[]): Promise<number[]> {
  let answered = false;
  const statuses = statusesOf(attempts).finally(() => {
    answered = true;
  });
  await vi.waitFor(
    () => {
      ends.shift()?.();
      expect(answered).toBe(true);
    },
    { timeout: 20_000, interval: 1 },
  );
  return statuses;
}

/** What was sent before is in its queue: nothing else stands before it. */
const haveArrived = () => portal.anyone.call(routes.readiness);

test('Past 20 sign-ins of an address that wait, the next is told to come back and is not looked at', async () => {
  const many = Array.from({ length: 21 }, (_, index) => signIn('10.1.0.1', `many-${index}`));
  await haveArrived();
  const refused = await signIn('10.1.0.1', 'one-too-many');
  expect(refused).toMatchObject({
    status: 503,
    body: { error: 'The portal is busy right now. Please try again in a moment.' },
    headers: { 'retry-after': '5' },
  });
  await vi.waitFor(() => expect(compared()).toEqual(['many-0']));
  const other = signIn('10.1.0.2', 'other');
  await vi.waitFor(() => expect(compared()).toEqual(['many-0', 'other']));
  expect(await endAll([...many, other])).toEqual(Array(22).fill(401));
  expect(compared()).not.toContain('one-too-many');
  const counted = sql`select failures from sign_in_failures where key = 'address:10.1.0.1'`;
  expect(await portal.db.query(counted)).toEqual([{ failures: 21 }]);
});

test('Whoever comes from another address waits for one of each address, not for all of them', async () => {
  const flood = Array.from({ length: 60 }, (_, index) =>
    signIn(`10.2.0.${index % 6}`, `flood-${index}`),
  );
  await haveArrived();
  const newcomer = signIn('10.2.1.1', 'newcomer');
  expect(await endAll([...flood, newcomer])).toEqual(Array(61).fill(401));
  // Four are at work, each of the six may have one before it, and the three at work beside it may be
  // quicker.
  expect(compared().indexOf('newcomer')).toBeLessThanOrEqual(4 + 6 + 3);
});

test('Where 200 wait, one of the address with the most makes room for another address', async () => {
  const flood = Array.from({ length: 220 }, (_, index) =>
    signIn(`10.3.0.${index % 20}`, `flood-${index}`),
  );
  await haveArrived();
  const newcomer = signIn('10.3.1.1', 'newcomer');
  const statuses = await endAll([...flood, newcomer]);
  expect(statuses.at(-1)).toBe(401);
  // Four at work, 200 that waited and the newcomer, less the one who made room.
  expect(statuses.filter((status) => status === 401)).toHaveLength(4 + 200);
  expect(statuses.filter((status) => status === 503)).toHaveLength(17);
});

test('A sign-in whose connection closes while it waits is not looked at', async () => {
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as AddressInfo;
  const csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  const first = signIn('127.0.0.1', 'first');
  await vi.waitFor(() => expect(compared()).toEqual(['first']));
  const body = JSON.stringify({ email: 'gone@x.example', password: 'gone' });
  const arrived = new Promise<IncomingMessage>((resolve) => {
    portal.app.server.once('request', resolve);
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/login HTTP/1.1\r\nHost: portal\r\n${headers.csrf}: ${csrf}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const request = await arrived;
  await vi.waitFor(() => expect(request.complete).toBe(true));
  await haveArrived();
  const closed = once(request.socket, 'close');
  socket.destroy();
  await closed;
  const last = signIn('127.0.0.1', 'last');
  expect(await endAll([first, last])).toEqual([401, 401]);
  expect(compared()).toEqual(['first', 'last']);
});

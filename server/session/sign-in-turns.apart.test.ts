import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { rememberSignIn } from './sign-in-throttle.ts';

/** Ends a comparison that is under way, oldest first. */
const ends: (() => void)[] = [];

// No password is right, and comparing goes on until the test ends it.
vi.mock('@node-rs/argon2', async (original) => ({
  ...(await original<typeof import('@node-rs/argon2')>()),
  verify: vi.fn(() => new Promise((resolve) => ends.push(() => resolve(false)))),
}));

/** How many have been told apart by where they come from, and stand in their line. */
let placed = 0;
vi.mock('./sign-in-throttle.ts', async (original) => {
  const real = await original<typeof import('./sign-in-throttle.ts')>();
  const placeOf: typeof real.placeOf = async (...given) => {
    const place = await real.placeOf(...given);
    placed++;
    return place;
  };
  return { ...real, placeOf };
});

/** How many have had their turn and come to compare their password, and how many are through with that. */
const comparing = { begun: 0, ended: 0 };
vi.mock('#server/accounts/passwords.ts', async (original) => {
  const real = await original<typeof import('#server/accounts/passwords.ts')>();
  const passwordMatches: typeof real.passwordMatches = (...given) => {
    comparing.begun++;
    return real.passwordMatches(...given).finally(() => {
      comparing.ended++;
    });
  };
  return { ...real, passwordMatches };
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  vi.mocked(verify).mockClear();
  placed = 0;
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

/** Somebody who has an account. */
async function known() {
  const email = 'admin@example.com';
  const [user] = await portal.db.query<{ id: string }>(sql`
    select id from users where email = ${email}`);
  return { user: { id: user?.id ?? '', email } };
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

/** Ends one at a time, once all four turns have come that far again: none is quicker than the others. */
async function endInTurnUntil(isOver: () => boolean): Promise<void> {
  const { ended } = comparing;
  for (let turns = 0; !isOver(); turns++) {
    const expected = { begun: ended + turns + 4, ended: ended + turns };
    await vi.waitFor(() => expect(comparing).toEqual(expected), { timeout: 20_000, interval: 1 });
    ends.shift()?.();
  }
}

/** So many stand in their line. */
const haveArrived = (count: number) =>
  vi.waitFor(() => expect(placed).toBe(count), { timeout: 20_000, interval: 5 });

test('Past 20 sign-ins of an address that wait, the next is told to come back and is not looked at', async () => {
  const many = Array.from({ length: 21 }, (_, index) => signIn('10.1.0.1', `many-${index}`));
  await haveArrived(21);
  const refused = await signIn('10.1.0.1', 'one-too-many');
  expect(refused).toMatchObject({
    status: 503,
    body: { error: 'The portal is busy right now. Please try again in a moment.' },
    headers: { 'retry-after': '5' },
  });
  await vi.waitFor(() => expect(compared()).toHaveLength(1));
  const other = signIn('10.1.0.2', 'other');
  await vi.waitFor(() => expect(compared()).toEqual([expect.stringMatching('many'), 'other']));
  expect(await endAll([...many, other])).toEqual(Array(22).fill(401));
  expect(compared()).not.toContain('one-too-many');
  const counted = sql`select failures from sign_in_failures where key = 'address:10.1.0.1'`;
  expect(await portal.db.query(counted)).toEqual([{ failures: 21 }]);
});

test('Whoever comes from another address waits for one of each address, not for all of them', async () => {
  const flood = Array.from({ length: 60 }, (_, index) =>
    signIn(`10.2.0.${index % 6}`, `flood-${index}`),
  );
  await haveArrived(60);
  const newcomer = signIn('10.2.1.1', 'newcomer');
  await haveArrived(61);
  await endInTurnUntil(() => compared().includes('newcomer'));
  // Four are at work, and each of the six may have one before it.
  expect(compared().indexOf('newcomer')).toBeLessThanOrEqual(4 + 6);
  expect(await endAll([...flood, newcomer])).toEqual(Array(61).fill(401));
});

test('Where 200 wait, one of the address with the most makes room for another address', async () => {
  const flood = Array.from({ length: 220 }, (_, index) =>
    signIn(`10.3.0.${index % 20}`, `flood-${index}`),
  );
  await haveArrived(220);
  const newcomer = signIn('10.3.1.1', 'newcomer');
  await haveArrived(221);
  const statuses = await endAll([...flood, newcomer]);
  expect(statuses.at(-1)).toBe(401);
  // Four at work, 200 that waited and the newcomer, less the one who made room.
  expect(statuses.filter((status) => status === 401)).toHaveLength(4 + 200);
  expect(statuses.filter((status) => status === 503)).toHaveLength(17);
});

test('Whoever has signed in from an address before does not wait for a flood from there', async () => {
  const { user } = await known();
  await rememberSignIn(portal.db, user.id, '10.4.0.1');
  const flood = Array.from({ length: 40 }, (_, index) => signIn('10.4.0.1', `flood-${index}`));
  await haveArrived(40);
  const owner = portal.anyone.send({
    method: 'POST',
    url: routes.login.path,
    payload: { email: user.email, password: 'owner' },
    remoteAddress: '10.4.0.1',
  });
  await vi.waitFor(() => expect(compared()).toContain('owner'));
  expect((await endAll([...flood, owner])).at(-1)).toBe(401);
});

test('Nor does a flood from hundreds of addresses leave them no place', async () => {
  const { user } = await known();
  await rememberSignIn(portal.db, user.id, '10.5.9.9');
  const flood = Array.from({ length: 230 }, (_, index) =>
    signIn(`10.5.0.${index}`, `far-${index}`),
  );
  await haveArrived(230);
  const owner = portal.anyone.send({
    method: 'POST',
    url: routes.login.path,
    payload: { email: user.email, password: 'owner' },
    remoteAddress: '10.5.9.9',
  });
  await haveArrived(231);
  expect((await endAll([...flood, owner])).at(-1)).toBe(401);
});

test.each([
  ['an address', '10.6.0.1', false],
  ['an account where it has signed in before', '10.6.0.2', true],
])(
  'Whoever has waited for 20 seconds behind another of %s is told to come back',
  async (_, from, isKnown) => {
    const { user } = await known();
    if (isKnown) await rememberSignIn(portal.db, user.id, from);
    const signInAs = (password: string) =>
      portal.anyone.send({
        method: 'POST',
        url: routes.login.path,
        payload: { email: user.email, password },
        remoteAddress: from,
      });
    const first = signInAs('first');
    await vi.waitFor(() => expect(compared()).toEqual(['first']));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const second = signInAs('second');
    const giveUp = await vi.waitFor(() => {
      const patience = timers.mock.calls.find(([, milliseconds]) => milliseconds === 20_000);
      if (!patience) throw new Error('Nobody waits for 20 seconds');
      return patience[0];
    });
    timers.mockRestore();
    giveUp();
    expect((await second).status).toBe(503);
    expect(await endAll([first])).toEqual([401]);
    expect(compared()).toEqual(['first']);
  },
);

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
  await haveArrived(2);
  const closed = once(request.socket, 'close');
  socket.destroy();
  await closed;
  const last = signIn('127.0.0.1', 'last');
  expect(await endAll([first, last])).toEqual([401, 401]);
  expect(compared()).toEqual(['first', 'last']);
});

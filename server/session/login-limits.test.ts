import { randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorText } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { AppError } from '#server/app-error.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { textOf } from '#server/db/sql.ts';
import { adminAccount, partnerPassword, type TestPortal, testPortal } from '#test/portal.ts';
import { signInThrough } from '#test/sign-in-through.ts';
import { logIn } from './session.ts';

const minute = 60 * 1000;
const wrong = 'Wrong-pass-1';
const refused = 'Invalid email or password';

let portal: TestPortal;
/** Two failures for one email and address, four for one address. */
let strict: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  strict = await testPortal({
    env: { RATE_LIMIT_LOGIN_ACCOUNT: '2', RATE_LIMIT_LOGIN_ADDRESS: '4' },
  });
});
afterAll(async () => {
  await portal.close();
  await strict.close();
});

let addresses = 0;
/** Every test fails from addresses of its own. */
const newAddress = () => `10.0.${addresses >> 8}.${++addresses & 255}`;

type Attempt = { status: number; body: unknown; headers: Record<string, string> };

function attempt(
  at: TestPortal,
  email: string,
  password: string,
  remoteAddress: string,
): Promise<Attempt> {
  const payload = { email, password };
  return at.anyone.send({ method: 'POST', url: '/api/login', payload, remoteAddress });
}

async function fail(at: TestPortal, times: number, email: string, address: string) {
  for (let i = 0; i < times; i++) {
    const { status, body } = await attempt(at, email, wrong, address);
    expect([status, body]).toEqual([401, { error: refused }]);
  }
}

test('After ten failures for one email and address even the right password has to wait', async () => {
  const { user } = await portal.asPartner();
  const address = newAddress();
  await fail(portal, 10, user.email, address);
  for (const password of [wrong, partnerPassword]) {
    const { status, body, headers } = await attempt(portal, user.email, password, address);
    expect(status).toBe(429);
    expect(body).toEqual({ error: 'Too many failed sign-ins. Please try again in 15 minutes.' });
    expect(headers['retry-after']).toBe('900');
  }
});

test('A blocked email is blocked in every spelling of it', async () => {
  const { user } = await strict.asPartner();
  const address = newAddress();
  await fail(strict, 2, user.email, address);
  const { status } = await attempt(
    strict,
    ` ${user.email.toUpperCase()}`,
    partnerPassword,
    address,
  );
  expect(status).toBe(429);
});

test('Another email from the same address, and the same email from another, still sign in', async () => {
  const [blocked, other] = [await strict.asPartner(), await strict.asPartner()];
  const address = newAddress();
  await fail(strict, 2, blocked.user.email, address);
  const email = blocked.user.email;
  expect((await attempt(strict, email, partnerPassword, address)).status).toBe(429);
  expect((await attempt(strict, other.user.email, partnerPassword, address)).status).toBe(200);
  expect((await attempt(strict, email, partnerPassword, newAddress())).status).toBe(200);
});

test('A hundred failures of one address block it for every email, and no other address', async () => {
  const { user } = await portal.asPartner();
  const address = newAddress();
  for (let failed = 0; failed < 100; failed++) {
    // What it costs to compare a password is not what is tried here.
    vi.mocked(verify).mockResolvedValueOnce(false);
    const { status } = await attempt(portal, `no-${failed}@x.example`, wrong, address);
    expect(status).toBe(401);
  }
  const { status, body, headers } = await attempt(portal, user.email, partnerPassword, address);
  expect(status).toBe(429);
  expect(body).toEqual({ error: 'Too many failed sign-ins. Please try again in 15 minutes.' });
  expect(headers['retry-after']).toBe('900');
  expect((await attempt(portal, user.email, partnerPassword, newAddress())).status).toBe(200);
});

test('The addresses of one IPv6 network are one address', async () => {
  const { user } = await strict.asPartner();
  await fail(strict, 1, user.email, '2001:db8:1:2::1');
  await fail(strict, 1, user.email, '2001:db8:1:2:ffff::2');
  const from = (address: string) => attempt(strict, user.email, partnerPassword, address);
  expect((await from('2001:db8:1:2:1:2:3:4')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(200);
});

test('What is refused for one email does not use up the address for the others', async () => {
  const address = newAddress();
  await fail(strict, 2, 'hammered@x.example', address);
  for (let i = 0; i < 5; i++) {
    expect((await attempt(strict, 'hammered@x.example', wrong, address)).status).toBe(429);
  }
  await fail(strict, 1, 'second@x.example', address);
  await fail(strict, 1, 'third@x.example', address);
  expect((await attempt(strict, 'fourth@x.example', wrong, address)).status).toBe(429);
});

test('Successes do not count', async () => {
  const { user } = await strict.asPartner();
  const address = newAddress();
  const succeed = async (times: number) => {
    for (let i = 0; i < times; i++) {
      expect((await attempt(strict, user.email, partnerPassword, address)).status).toBe(200);
    }
  };
  await succeed(5);
  await fail(strict, 1, user.email, address);
  await succeed(5);
  await fail(strict, 1, user.email, address);
  expect((await attempt(strict, user.email, partnerPassword, address)).status).toBe(429);
});

test('Whoever is signed in has had the attempt taken back: the answer waits for it', async () => {
  const { user } = await portal.asPartner();
  const refund = { reached: () => {}, release: () => {} };
  const reached = new Promise<void>((resolve) => {
    refund.reached = resolve;
  });
  const released = new Promise<void>((resolve) => {
    refund.release = resolve;
  });
  const query: Database['query'] = async (statement) => {
    if (textOf(statement).includes('failures = failures - 1')) {
      refund.reached();
      await released;
    }
    return portal.db.query(statement);
  };
  const context = { db: { ...portal.db, query }, config: portal.config, clock: portal.clock.now };
  let answered = false;
  const credentials = { email: user.email, password: partnerPassword };
  const signedIn = logIn(context, credentials, { ip: newAddress(), userAgent: undefined }).finally(
    () => {
      answered = true;
    },
  );
  await reached;
  // Whatever else is under way gets its turn.
  await portal.anyone.call(routes.readiness);
  expect(answered).toBe(false);
  refund.release();
  expect((await signedIn).user.id).toBe(user.id);
});

test('The wait ends fifteen minutes after the first failure, to the millisecond', async () => {
  const { user } = await strict.asPartner();
  const address = newAddress();
  await fail(strict, 1, user.email, address);
  strict.clock.advance(10 * minute);
  await fail(strict, 1, user.email, address);
  const early = await attempt(strict, user.email, partnerPassword, address);
  expect([early.status, early.headers['retry-after']]).toEqual([429, '300']);
  expect(early.body).toEqual({ error: 'Too many failed sign-ins. Please try again in 5 minutes.' });

  strict.clock.advance(5 * minute - 1);
  const last = await attempt(strict, user.email, partnerPassword, address);
  expect([last.status, last.headers['retry-after']]).toEqual([429, '1']);
  expect(last.body).toEqual({ error: 'Too many failed sign-ins. Please try again in 1 second.' });

  strict.clock.advance(1);
  expect((await attempt(strict, user.email, partnerPassword, address)).status).toBe(200);
  await fail(strict, 2, user.email, address);
});

test('Of twenty wrong attempts at once no more than ten are checked', async () => {
  const { user } = await portal.asPartner();
  const address = newAddress();
  vi.mocked(verify).mockClear();
  const attempts = await Promise.all(
    Array.from({ length: 20 }, () => attempt(portal, user.email, wrong, address)),
  );
  expect(vi.mocked(verify)).toHaveBeenCalledTimes(10);
  const statuses = attempts.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
});

test('Failures count together for two processes on one database', async () => {
  const { user } = await strict.asPartner();
  const { db, config, clock } = strict;
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32) });
  try {
    const address = newAddress();
    const elsewhere = await signInThrough(app, user.email, address);
    await fail(strict, 1, user.email, address);
    expect((await elsewhere(wrong)).statusCode).toBe(401);
    expect((await elsewhere(partnerPassword)).statusCode).toBe(429);
    expect((await attempt(strict, user.email, partnerPassword, address)).status).toBe(429);
  } finally {
    await app.close();
  }
});

test('Unset, the limits are ten and a hundred in fifteen minutes', () => {
  const { login_account, login_address } = readConfig({}).rateLimits;
  expect(login_account).toMatchObject({ max: 10, seconds: 900 });
  expect(login_address).toMatchObject({ max: 100, seconds: 900 });
});

test('An unknown email and a deleted partner cost the same hashing as a wrong password', async () => {
  const [known, deleted] = [await portal.asPartner(), await portal.asPartner()];
  const admin = await portal.asAdmin();
  await admin.call(routes.deletePartner, { params: { id: deleted.user.id } });
  const costs: (string | undefined)[] = [];
  for (const email of [known.user.email, 'nobody@x.example', deleted.user.email]) {
    vi.mocked(verify).mockClear();
    await attempt(portal, email, wrong, newAddress());
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
    const [hash, password] = vi.mocked(verify).mock.calls[0] ?? [];
    expect(password).toBe(wrong);
    costs.push(/^(\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+)\$/.exec(String(hash))?.[1]);
  }
  expect(costs[0]).toBeDefined();
  expect(new Set(costs).size).toBe(1);
});

test('Many who sign in rightly at the same moment are not taken for failures', async () => {
  const crowded = await testPortal({
    env: { RATE_LIMIT_LOGIN_ACCOUNT: '2', RATE_LIMIT_LOGIN_ADDRESS: '2' },
  });
  try {
    const body = { email: adminAccount.email, password: adminAccount.password };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => crowded.anyone.call(routes.login, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  } finally {
    await crowded.close();
  }
});

test('A sign-in that the busy portal did not look at is no failure', async () => {
  const { email } = adminAccount;
  const address = newAddress();
  const busy = new AppError('unavailable', errorText.busy);
  vi.mocked(verify).mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  for (const _ of ['once', 'twice']) {
    expect((await attempt(strict, email, wrong, address)).status).toBe(503);
  }
  expect((await attempt(strict, email, adminAccount.password, address)).status).toBe(200);
});

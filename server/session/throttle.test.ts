import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { sql, textOf } from '#server/db/sql.ts';
import { freshDatabase } from '#test/database.ts';
import { partnerPassword, type TestPortal, testPortal } from '#test/portal.ts';
import { signInThrough } from '#test/sign-in-through.ts';
import { forgetStaleAttempts } from './sign-in-throttle.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const wrong = 'Wrong-kite-1';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_LOGIN_ADDRESS: '30' } });
});
afterAll(() => portal.close());

let addresses = 0;
const newAddress = () =>
  `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${++addresses & 255}`;

async function attempt(email: string, password: string, remoteAddress: string) {
  const payload = { email, password };
  const answer = await portal.anyone.send({
    method: 'POST',
    url: '/api/login',
    payload,
    remoteAddress,
  });
  return { status: answer.status, wait: Number(answer.headers['retry-after'] ?? 0) };
}

/** Someone who has signed in from their own address, which no other test uses. */
async function partnerAt(home = newAddress()) {
  const { user } = await portal.asPartner();
  expect((await attempt(user.email, partnerPassword, home)).status).toBe(200);
  return { email: user.email, id: user.id, home };
}

/** Fails so often, from a new address each time. */
async function failFromAnywhere(email: string, times: number) {
  for (let i = 0; i < times; i++) {
    expect((await attempt(email, wrong, newAddress())).status).toBe(401);
  }
}

test('After twenty failures from anywhere each further one doubles the wait, up to five minutes', async () => {
  const { email } = await partnerAt();
  await failFromAnywhere(email, 20);
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]) {
    const refused = await attempt(email, partnerPassword, newAddress());
    expect(refused).toEqual({ status: 429, wait: seconds });
    portal.clock.advance(seconds * second - 1);
    expect(await attempt(email, wrong, newAddress())).toEqual({ status: 429, wait: 1 });
    portal.clock.advance(1);
    expect((await attempt(email, wrong, newAddress())).status).toBe(401);
  }
  portal.clock.advance(5 * minute);
  expect((await attempt(email, partnerPassword, newAddress())).status).toBe(200);
});

test('However others guess, whoever has waited for five minutes since their first try may try', async () => {
  const { email } = await partnerAt();
  const [owner, guesser] = [newAddress(), newAddress()];
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, owner)).status).toBe(429);
  // The guesser takes every moment at which the wait of the account ends.
  for (let waited = 0; waited < 5 * minute; waited += second) {
    portal.clock.advance(second);
    await attempt(email, wrong, newAddress());
  }
  expect((await attempt(email, wrong, guesser)).status).toBe(429);
  expect((await attempt(email, partnerPassword, owner)).status).toBe(200);
});

test('A turn is taken once, and each address has its own', async () => {
  const { email } = await partnerAt();
  const [one, other] = [newAddress(), newAddress()];
  await failFromAnywhere(email, 20);
  expect((await attempt(email, wrong, one)).status).toBe(429);
  portal.clock.advance(5 * minute);
  // Somebody else makes the account wait again.
  await failFromAnywhere(email, 1);
  expect((await attempt(email, wrong, one)).status).toBe(401);
  expect((await attempt(email, wrong, one)).status).toBe(429);
  expect((await attempt(email, wrong, other)).status).toBe(429);
  portal.clock.advance(20 * minute);
  await failFromAnywhere(email, 20);
  // Whoever comes back much later waits anew.
  expect((await attempt(email, wrong, other)).status).toBe(429);
});

test('Of 600 guesses at once from 60 addresses twenty are looked at', async () => {
  const { email } = await partnerAt();
  const from = Array.from({ length: 60 }, newAddress);
  let looked = 0;
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(from.map((address) => attempt(email, wrong, address)));
    looked += answers.filter(({ status }) => status === 401).length;
    expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
  }
  expect(looked).toBe(20);
});

test('Guesses from elsewhere never keep an account from an address that it has signed in from', async () => {
  const { email, home } = await partnerAt();
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, newAddress())).status).toBe(429);
  expect((await attempt(email, partnerPassword, home)).status).toBe(200);
  expect((await attempt(email, wrong, home)).status).toBe(401);
  expect((await attempt(email, partnerPassword, home)).status).toBe(200);
});

test('Who has changed their password signs in again from there while strangers guess, and from nowhere else', async () => {
  const { email, home } = await partnerAt();
  const place = newAddress();
  const signedIn = await portal.anyone.send({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: partnerPassword },
    remoteAddress: place,
  });
  const { token } = signedIn.body as { token: string };
  const password = 'Another-kite-7';
  const changed = await portal.anyone.send({
    method: 'PUT',
    url: '/api/me/password',
    payload: { current_password: partnerPassword, password },
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: `::ffff:${place}`,
  });
  expect(changed.status).toBe(200);
  await failFromAnywhere(email, 20);
  expect((await attempt(email, password, home)).status).toBe(429);
  expect((await attempt(email, password, place)).status).toBe(200);
});

test('The failures of others behind one address do not lock out who has signed in there before', async () => {
  const { email, home } = await partnerAt();
  const stranger = await portal.asPartner();
  for (let i = 0; i < 30; i++) await attempt(`no-${i}@x.example`, wrong, home);
  expect((await attempt('one-more@x.example', wrong, home)).status).toBe(429);
  expect((await attempt(stranger.user.email, partnerPassword, home)).status).toBe(429);
  expect((await attempt(email, partnerPassword, home)).status).toBe(200);
});

test('A known address has ten guesses like any other, and spends nobody else’s', async () => {
  const { email, home } = await partnerAt();
  for (let i = 0; i < 10; i++) expect((await attempt(email, wrong, home)).status).toBe(401);
  expect(await attempt(email, partnerPassword, home)).toEqual({ status: 429, wait: 900 });
  await failFromAnywhere(email, 20);
  const failures = await portal.db.query<{ failures: number }>(sql`
    select failures from sign_in_failures where key = ${`address:${home}`}`);
  expect(failures.every((row) => row.failures === 0)).toBe(true);
});

test('An address is known for one account only, in every spelling, and for ninety days', async () => {
  const { email, home } = await partnerAt();
  const other = await partnerAt();
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, other.home)).status).toBe(429);
  expect((await attempt(` ${email.toUpperCase()}`, partnerPassword, `::ffff:${home}`)).status).toBe(
    200,
  );
  portal.clock.advance(90 * day - 1);
  await failFromAnywhere(email, 20);
  expect((await attempt(email, wrong, home)).status).toBe(401);
  portal.clock.advance(1);
  expect((await attempt(email, partnerPassword, home)).status).toBe(429);
});

test('Twenty addresses of an account are known, those used last', async () => {
  const { email, id, home } = await partnerAt();
  for (let i = 0; i < 20; i++) {
    portal.clock.advance(second);
    expect((await attempt(email, partnerPassword, newAddress())).status).toBe(200);
  }
  const rows = await portal.db.query(sql`select 1 from known_addresses where user_id = ${id}`);
  expect(rows).toHaveLength(20);
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, home)).status).toBe(429);
});

test('Addresses are remembered as hashes that nobody can make without the secret', async () => {
  const { id, home } = await partnerAt();
  const [row] = await portal.db.query<{ kept: string; plain: string }>(sql`
    select encode(hash, 'hex') as kept,
      encode(sha256(convert_to(${id}::text || ' ' || ${home}::text, 'UTF8')), 'hex') as plain
    from known_addresses where user_id = ${id} order by used_at desc limit 1`);
  expect(row?.kept).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.kept).not.toBe(row?.plain);
});

test('What an email is that nobody has makes no difference to the wait', async () => {
  const email = 'nobody-at-all@x.example';
  await failFromAnywhere(email, 20);
  expect(await attempt(email, wrong, newAddress())).toEqual({ status: 429, wait: 1 });
});

test('Failures of sign-ins are in a table that survives a crash of the database', async () => {
  const { email } = await partnerAt();
  const count = async () => {
    const tables = await portal.db.query<{ table: string }>(sql`
      select relname as table from pg_class
      where relpersistence = 'p' and relname = 'sign_in_failures'`);
    expect(tables).toHaveLength(1);
    const [row] = await portal.db.query<{ failures: number; unlogged: number }>(sql`
      select (select sum(failures)::int from sign_in_failures) as failures,
        (select count(*) from rate_hits where key like '%login%') as unlogged`);
    return row;
  };
  const before = await count();
  await failFromAnywhere(email, 1);
  // By address, by account, and by both.
  expect(await count()).toEqual({ failures: (before?.failures ?? 0) + 3, unlogged: 0 });
});

test('A portal whose clock is wrong counts by that of the database, and so do all others', async () => {
  const { email } = await partnerAt();
  const { db, config } = portal;
  const csrfKey = randomBytes(32);
  const wrongClocks = [-day, day].map((off) => () => new Date(portal.clock.now().getTime() + off));
  for (const clock of wrongClocks) {
    const app = await buildApp({ db, config, clock, csrfKey });
    try {
      const address = newAddress();
      const elsewhere = await signInThrough(app, email, address);
      for (let i = 0; i < 10; i++) expect((await elsewhere(wrong)).statusCode).toBe(401);
      expect((await elsewhere(wrong)).headers['retry-after']).toBe('900');
      expect(await attempt(email, wrong, address)).toEqual({ status: 429, wait: 900 });
      portal.clock.advance(15 * minute);
      expect((await elsewhere(partnerPassword)).statusCode).toBe(200);
    } finally {
      await app.close();
    }
  }
});

test('Calls are counted by the clock of the database too', async () => {
  const limited = await testPortal({ env: { RATE_LIMIT_GENERAL: '2' } });
  try {
    const { db, config } = limited;
    const partner = await limited.asPartner();
    const clock = () => new Date(limited.clock.now().getTime() - 5 * minute);
    const app = await buildApp({ db, config, clock, csrfKey: randomBytes(32) });
    const authorization = `Bearer ${partner.token}`;
    const call = () => app.inject({ url: '/api/me', headers: { authorization } });
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 200]);
    expect((await call()).headers['retry-after']).toBe('60');
    limited.clock.advance(60 * second);
    expect((await call()).statusCode).toBe(200);
    await app.close();
  } finally {
    await limited.close();
  }
});

test('Where no test moves the time, the database counts by its own clock', async () => {
  const database = await freshDatabase();
  try {
    expect(textOf(database.db.now())).toBe('now()');
    await database.db.transaction(async (tx) => expect(textOf(tx.now())).toBe('now()'));
  } finally {
    await database.drop();
  }
});

test('What is over is forgotten, and nothing that still counts', async () => {
  const own = await testPortal();
  try {
    const login = (password: string) =>
      own.anyone.call(routes.login, { body: { email: 'admin@example.com', password } });
    await login(wrong);
    await own.asAdmin();
    const kept = async () => {
      const [row] = await own.db.query<{ failures: number; known: number }>(sql`
        select (select count(*) from sign_in_failures) as failures,
          (select count(*) from known_addresses) as known`);
      return row;
    };
    own.clock.advance(15 * minute - 1);
    await forgetStaleAttempts(own.db);
    expect(await kept()).toEqual({ failures: 3, known: 1 });
    own.clock.advance(1);
    await forgetStaleAttempts(own.db);
    expect(await kept()).toEqual({ failures: 0, known: 1 });
    own.clock.advance(90 * day);
    await forgetStaleAttempts(own.db);
    expect(await kept()).toEqual({ failures: 0, known: 0 });
  } finally {
    await own.close();
  }
});

test('An address that is used again is known for ninety days from then', async () => {
  const { email, home } = await partnerAt();
  portal.clock.advance(89 * day);
  expect((await attempt(email, partnerPassword, home)).status).toBe(200);
  portal.clock.advance(2 * day);
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, newAddress())).status).toBe(429);
  expect((await attempt(email, partnerPassword, home)).status).toBe(200);
});

test('Of twenty addresses the first, used again, stays, and the second makes room', async () => {
  const { email } = await partnerAt();
  const [first, next] = [newAddress(), newAddress()];
  const others = Array.from({ length: 18 }, newAddress);
  for (const address of [first, next, ...others, first, newAddress()]) {
    portal.clock.advance(second);
    expect((await attempt(email, partnerPassword, address)).status).toBe(200);
  }
  await failFromAnywhere(email, 20);
  expect((await attempt(email, partnerPassword, next)).status).toBe(429);
  expect((await attempt(email, partnerPassword, first)).status).toBe(200);
});

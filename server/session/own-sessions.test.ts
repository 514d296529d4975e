import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql, textOf } from '#server/db/sql.ts';
import { partnerPassword, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';

const minute = 60 * 1000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const curl = 'curl/8.5.0';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '100000' } });
});
afterAll(() => portal.close());

async function sessionsOf(caller: SignedIn) {
  const { status, body } = await caller.call(routes.listSessions);
  expect(status).toBe(200);
  return body.sessions;
}

const currentOf = async (caller: SignedIn) =>
  (await sessionsOf(caller)).find(({ current }) => current);

function signIn(email: string, from: { remoteAddress?: string; headers?: Record<string, string> }) {
  const payload = { email, password: partnerPassword };
  return portal.anyone.send({ method: 'POST', url: '/api/login', payload, ...from });
}

test('A session is listed with its device, its address and when it was used, and nothing secret', async () => {
  const partner = await portal.asPartner();
  const signedIn = portal.clock.now().toISOString();
  portal.clock.advance(minute);
  await signIn(partner.user.email, {
    remoteAddress: '::ffff:192.0.2.7',
    headers: { 'user-agent': firefox },
  });
  const [newest, own, ...others] = await sessionsOf(partner);
  expect(others).toEqual([]);
  const now = portal.clock.now().toISOString();
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const times = { created_at: now, last_used_at: now };
  // The list itself is a use of the session that asks for it.
  expect(own).toEqual({
    ...{ id, device: 'Unknown device', address: '127.0.0.1', current: true },
    ...{ created_at: signedIn, last_used_at: now },
  });
  expect(newest).toEqual({
    ...{ id, device: 'Firefox on Linux', address: '192.0.2.7', current: false },
    ...times,
  });
});

test('The session used last comes first, and sessions that are over are left out', async () => {
  const first = await portal.asPartner();
  portal.clock.advance(minute);
  const second = await portal.logIn(first.user.email, partnerPassword);
  const order = async () => (await sessionsOf(first)).map(({ current }) => current);
  expect(await order()).toEqual([false, true]);
  portal.clock.advance(minute);
  await first.call(routes.me);
  expect(await order()).toEqual([true, false]);
  const { id = '' } = (await currentOf(second)) ?? {};
  await portal.db.query(sql`
    update sessions set expires_at = ${portal.clock.now()} where id = ${id}`);
  expect(await order()).toEqual([true]);
});

test('The last use is written once a minute at most, with where it was', async () => {
  const partner = await portal.asPartner();
  const { id = '' } = (await currentOf(partner)) ?? {};
  const stored = async () =>
    (
      await portal.db.query(sql`
        select last_used_at, address, user_agent from sessions where id = ${id}`)
    )[0];
  const use = (remoteAddress: string) =>
    partner.send({ url: '/api/me', remoteAddress, headers: { 'user-agent': curl } });
  const before = await stored();
  portal.clock.advance(minute - 1);
  const query = vi.spyOn(portal.db, 'query');
  try {
    await use('192.0.2.8');
    expect(query).toHaveBeenCalledTimes(1);
    expect(await stored()).toEqual(before);
    portal.clock.advance(1);
    query.mockClear();
    await Promise.all([use('192.0.2.9'), use('192.0.2.9')]);
    await use('192.0.2.10');
    const texts = query.mock.calls.map(([statement]) => textOf(statement));
    const checks = texts.filter((text) => text.includes('from access_tokens'));
    expect([2, 3], 'two of the same moment may be checked together').toContain(checks.length);
    expect(texts.filter((text) => text.includes('update sessions')).length).toBeLessThan(3);
  } finally {
    query.mockRestore();
  }
  expect(await stored()).toEqual({
    last_used_at: portal.clock.now().toISOString(),
    address: '192.0.2.9',
    user_agent: curl,
  });
});

test('A header of any length is kept short, and an address that is none is not kept', async () => {
  const behind = await testPortal({ env: { TRUST_PROXY: 'true' } });
  try {
    const { user } = await behind.asPartner();
    const payload = { email: user.email, password: partnerPassword };
    const given = { 'user-agent': 'x'.repeat(5_000), 'x-forwarded-for': 'unknown' };
    await behind.anyone.send({ method: 'POST', url: '/api/login', payload, headers: given });
    const rows = await behind.db.query(sql`
      select user_agent, address from sessions where user_agent is not null and address is null`);
    expect(rows).toEqual([{ user_agent: 'x'.repeat(300), address: null }]);
  } finally {
    await behind.close();
  }
});

test('Ending a session ends it at once, with its refresh token, and leaves the others', async () => {
  const partner = await portal.asPartner();
  const other = await portal.logIn(partner.user.email, partnerPassword);
  const { id = '' } = (await currentOf(other)) ?? {};
  const { status, body } = await partner.call(routes.endSession, { params: { id } });
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  expect((await other.call(routes.me)).body.error).toBe('Token has expired');
  const refresh = { body: { refresh_token: other.refreshToken } };
  expect((await portal.anyone.call(routes.refreshToken, refresh)).status).toBe(401);
  expect(await sessionsOf(partner)).toMatchObject([{ current: true }]);
  const again = await partner.call(routes.endSession, { params: { id } });
  expect([again.status, again.body]).toEqual([404, { error: 'Session not found' }]);
});

test('A session of another, also for an administrator, is like one that does not exist', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const { id = '' } = (await currentOf(partner)) ?? {};
  const { status, body } = await admin.call(routes.endSession, { params: { id } });
  expect([status, body]).toEqual([404, { error: 'Session not found' }]);
  expect((await partner.call(routes.me)).status).toBe(200);
  expect((await sessionsOf(admin)).map((session) => session.id)).not.toContain(id);
});

test('Ending all others keeps the session that asks, and nobody else loses theirs', async () => {
  const [partner, unconcerned] = [await portal.asPartner(), await portal.asPartner()];
  const others = [
    await portal.logIn(partner.user.email, partnerPassword),
    await portal.logIn(partner.user.email, partnerPassword),
  ];
  const { status, body } = await partner.call(routes.endOtherSessions);
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  for (const other of others) expect((await other.call(routes.me)).status).toBe(401);
  expect(await sessionsOf(partner)).toMatchObject([{ current: true }]);
  expect((await unconcerned.call(routes.me)).status).toBe(200);
});

const addSessions = ({ user }: SignedIn, count: number, usedAt: Date) =>
  portal.db.query(sql`
    insert into sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at)
    select uuid_v7(), ${user.id}::uuid, uuid_send(gen_random_uuid()), ${usedAt}::timestamptz,
      ${usedAt}::timestamptz, 'infinity'
    from generate_series(1, ${count}::integer)`);

test('With the fifty-first session the one that was used longest ago ends', async () => {
  const first = await portal.asPartner();
  portal.clock.advance(minute);
  const second = await portal.logIn(first.user.email, partnerPassword);
  portal.clock.advance(minute);
  await addSessions(first, 47, portal.clock.now());
  portal.clock.advance(minute);
  await portal.logIn(first.user.email, partnerPassword);
  // The list is a use of the oldest session, so that another has been unused for longest.
  const ids = (await sessionsOf(first)).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  const newest = await portal.logIn(first.user.email, partnerPassword);
  const after = (await sessionsOf(first)).map(({ id }) => id);
  expect(after).toHaveLength(50);
  expect(after).not.toContain(ids.at(-1));
  expect((await second.call(routes.me)).status).toBe(401);
  expect((await newest.call(routes.me)).status).toBe(200);
});

test('The one that makes room is never the new one, also where others were used by a clock ahead of it', async () => {
  const first = await portal.asPartner();
  await addSessions(first, 50, new Date(portal.clock.now().getTime() + minute));
  const newest = await portal.logIn(first.user.email, partnerPassword);
  expect(await sessionsOf(newest)).toHaveLength(50);
  expect((await first.call(routes.me)).status).toBe(401);
});

test('Whoever has fifty sessions, none of which can end, gets no further one', async () => {
  const first = await portal.asPartner();
  await addSessions(first, 49, portal.clock.now());
  const refused = await whileRefused(portal.db, 'delete on sessions', () =>
    signIn(first.user.email, {}),
  );
  expect(refused.status).toBe(500);
  expect(await sessionsOf(first)).toHaveLength(50);
});

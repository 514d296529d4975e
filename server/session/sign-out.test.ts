import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { partnerPassword, type TestPortal, testPortal } from '#test/portal.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const expired = 'Token has expired';
const ended = 'Your session has ended. Please sign in again.';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '900' } });
});
afterAll(() => portal.close());

function me(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return portal.anyone.call(routes.me, { headers });
}

function refresh(refresh_token: string) {
  return portal.anyone.call(routes.refreshToken, { body: { refresh_token } });
}

test('Signing out ends every access token of the session and its refresh token at once', async () => {
  const partner = await portal.asPartner();
  const { body: refreshed } = await refresh(partner.refreshToken);
  expect(await partner.call(routes.logout)).toMatchObject({ status: 200, body: { success: true } });
  for (const token of [partner.token, refreshed.token]) {
    const { status, body } = await me(token);
    expect([status, body.error]).toEqual([401, expired]);
  }
  const { status, body } = await refresh(partner.refreshToken);
  expect([status, body.error]).toEqual([401, ended]);
});

/** Signs out as a browser does that has been left open: its access token may have expired. */
function leave(token: string, refreshToken: string, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${token}`, 'x-refresh-token': refreshToken, ...more };
  return portal.anyone.call(routes.logout, { headers });
}

test('A session whose access token has expired is ended by its refresh token, in one call', async () => {
  const partner = await portal.asPartner();
  const other = await portal.logIn(partner.user.email, partnerPassword);
  portal.clock.advance(900 * second);
  expect(await partner.call(routes.logout)).toMatchObject({
    status: 401,
    body: { error: expired },
  });
  expect(await leave(partner.token, partner.refreshToken)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await refresh(partner.refreshToken)).toMatchObject({
    status: 401,
    body: { error: ended },
  });
  expect((await refresh(other.refreshToken)).status).toBe(200);
});

test('The session of an access token that is valid is the one that ends, whatever is sent beside it', async () => {
  const partner = await portal.asPartner();
  const other = await portal.asPartner();
  expect((await leave(partner.token, other.refreshToken)).status).toBe(200);
  expect((await refresh(partner.refreshToken)).status).toBe(401);
  expect((await refresh(other.refreshToken)).status).toBe(200);
});

test('A refresh token ends no session without the right CSRF token, nor without a bearer', async () => {
  const partner = await portal.asPartner();
  portal.clock.advance(900 * second);
  const forged = await leave(partner.token, partner.refreshToken, { 'x-csrf-token': 'forged' });
  expect(forged.status).toBe(403);
  for (const token of ['', 'undefined', 'a.b.c']) {
    const { status, body } = await leave(token, partner.refreshToken);
    expect([status, body.error]).toEqual([401, 'You are not signed in']);
  }
  expect((await refresh(partner.refreshToken)).status).toBe(200);
});

test.each(['', 'undefined', 'x'.repeat(43), 'x'.repeat(5_000)])(
  'With an expired access token and a refresh token that is none, nobody is signed out: %.8s',
  async (none) => {
    const partner = await portal.asPartner();
    portal.clock.advance(900 * second);
    const { status, body } = await leave(partner.token, none);
    expect([status, body.error]).toEqual([401, expired]);
    // An access token is no refresh token, not even its own.
    expect((await leave(partner.token, partner.token)).status).toBe(401);
    expect((await refresh(partner.refreshToken)).status).toBe(200);
  },
);

test('A refresh token whose session has ended or is past its time signs nobody out', async () => {
  const partner = await portal.asPartner();
  await partner.call(routes.logout);
  expect((await leave(partner.token, partner.refreshToken)).status).toBe(401);
  const old = await portal.asPartner();
  portal.clock.advance(30 * day);
  expect((await leave(old.token, old.refreshToken)).status).toBe(401);
});

test('A call made after a session has ended is refused, though one made before is still being checked', async () => {
  const partner = await portal.asPartner();
  await partner.call(routes.me);
  const { before, after } = await portal.db.transaction(async (tx) => {
    // Whoever counts a call of this user waits, after having found the session.
    await tx.queryOnce(
      sql`select from rate_hits where key = ${`general:${partner.user.id}`} for update`,
    );
    const before = partner.call(routes.me);
    await vi.waitFor(
      async () =>
        expect(
          await tx.queryOnce(sql`select pid from pg_locks where not granted
            and transactionid = pg_current_xact_id()::xid`),
        ).toHaveLength(1),
      { timeout: 20_000 },
    );
    // As another process ends it: this one hears nothing of it.
    await portal.db.query(sql`delete from sessions where user_id = ${partner.user.id}`);
    return { before, after: await partner.call(routes.me) };
  });
  expect(after.status).toBe(401);
  await before;
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  adminAccount,
  adminConfirmation,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

const minute = 60 * 1000;
const password = 'Orchard-kite-4';
const missing = 'Current password is required';
const enter = 'Enter your own password to reset this one';
const wrong = 'Current password is wrong';

let portal: TestPortal;
let partner: SignedIn;
let other: SignedIn;
/** Signed in eleven minutes ago; the thief has its access token and nothing else. */
let stolen: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '86400' } });
  partner = await portal.asPartner();
  other = await portal.asNewAdmin();
});
afterAll(() => portal.close());
beforeEach(async () => {
  stolen = await portal.asAdmin();
  portal.clock.advance(11 * minute);
});

/** All that decides who gets in. */
const waysIn = () =>
  portal.db.query(sql`
    select id, email, role, password_hash, password_set_at, deleted_at from users order by id`);

const newAdministrator = { name: 'Thief', email: 'thief@x.example', password };

/** Each with what it is refused with where nothing is said of the caller's own password. */
const attempts = [
  {
    what: 'Adding an administrator',
    method: 'POST',
    url: () => '/api/administrators',
    payload: newAdministrator,
    refusal: [400, missing],
  },
  {
    what: 'Removing an administrator',
    method: 'DELETE',
    url: () => `/api/administrators/${other.user.id}`,
    payload: {},
    refusal: [400, missing],
  },
  {
    what: "Resetting an administrator's password",
    method: 'POST',
    url: () => `/api/administrators/${other.user.id}/reset-password`,
    payload: { password },
    refusal: [400, missing],
  },
  {
    what: "Resetting a partner's password",
    method: 'POST',
    url: () => `/api/partners/${partner.user.id}/reset-password`,
    payload: { password, revoke_tokens: true },
    refusal: [403, enter],
  },
] as const;

test.each(attempts)('$what takes more than a stolen token', async (attempt) => {
  const { method, payload } = attempt;
  const before = await waysIn();
  const url = attempt.url();
  const [status, message] = attempt.refusal;
  const refused = await stolen.send({ method, url, payload });
  expect(refused).toMatchObject({
    status,
    body: { error: message, fields: { current_password: message } },
  });
  for (const guess of ['Wrong-kite-1', partnerPassword, password, ` ${adminAccount.password}`]) {
    const guessed = { ...payload, current_password: guess };
    expect(await stolen.send({ method, url, payload: guessed })).toMatchObject({
      status: 403,
      body: { error: wrong, fields: { current_password: wrong } },
    });
  }
  expect(await waysIn()).toEqual(before);
  expect((await partner.call(routes.me)).status).toBe(200);
  const thief = { email: newAdministrator.email, password };
  expect((await portal.anyone.call(routes.login, { body: thief })).status).toBe(401);
});

/** As the specification has it, and with one's own password where that was asked for. */
async function resetPartner(caller: SignedIn, current_password?: string) {
  const { status, body } = await caller.call(routes.resetPartnerPassword, {
    params: { id: partner.user.id },
    body: { password: partnerPassword, ...(current_password && { current_password }) },
  });
  return { status, body };
}

const done = { status: 200, body: { success: true } };
const asked = { status: 403, body: { error: enter, fields: { current_password: enter } } };

test('For ten minutes after signing in a partner’s password is reset with the specified body alone', async () => {
  const admin = await portal.asAdmin();
  portal.clock.advance(10 * minute);
  expect(await resetPartner(admin)).toEqual(done);
  portal.clock.advance(1);
  expect(await resetPartner(admin)).toEqual(asked);
});

test('The own password does too, and counts for the next ten minutes of this session only', async () => {
  const elsewhere = await portal.asAdmin();
  portal.clock.advance(11 * minute);
  expect(await resetPartner(stolen, adminAccount.password)).toEqual(done);
  expect(await resetPartner(elsewhere)).toEqual(asked);
  portal.clock.advance(10 * minute);
  expect(await resetPartner(stolen)).toEqual(done);
  portal.clock.advance(1);
  expect(await resetPartner(stolen)).toEqual(asked);
});

test('It counts where it was entered for something else', async () => {
  const body = { name: 'Ada Third', email: 'third@office.example', password, ...adminConfirmation };
  expect((await stolen.call(routes.createAdministrator, { body })).status).toBe(201);
  expect(await resetPartner(stolen)).toEqual(done);
});

test('Neither a refreshed token nor a wrong password counts as entering it', async () => {
  const refresh = { body: { refresh_token: stolen.refreshToken } };
  const { token } = (await portal.anyone.call(routes.refreshToken, refresh)).body;
  expect((await resetPartner(stolen, 'Wrong-kite-1')).status).toBe(403);
  const answer = await portal.anyone.call(routes.resetPartnerPassword, {
    params: { id: partner.user.id },
    body: { password: partnerPassword },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer).toMatchObject(asked);
});

test('A session from before the portal kept that has the password asked for', async () => {
  const admin = await portal.asAdmin();
  await portal.db.query(sql`
    update sessions set password_entered_at = null where user_id = ${admin.user.id}`);
  expect(await resetPartner(admin)).toEqual(asked);
});

test('An empty own password is missing, and asks for nothing less', async () => {
  const admin = await portal.asAdmin();
  const url = `/api/partners/${partner.user.id}/reset-password`;
  for (const current_password of ['', null, 7]) {
    const payload = { password: partnerPassword, current_password };
    expect(await admin.send({ method: 'POST', url, payload })).toMatchObject({
      status: 400,
      body: { error: missing, fields: { current_password: missing } },
    });
  }
});

test('After ten wrong guesses, at whichever of these calls, the session has to wait', async () => {
  const admin = await portal.asAdmin();
  const before = await waysIn();
  const guess = (current_password: string, at: number) => {
    const { method, url, payload } = attempts[at % attempts.length] ?? attempts[0];
    return admin.send({ method, url: url(), payload: { ...payload, current_password } });
  };
  for (let i = 0; i < 10; i++) expect((await guess('Wrong-kite-1', i)).status).toBe(403);
  for (let i = 0; i < attempts.length; i++) {
    const refused = await guess(adminAccount.password, i);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many wrong passwords. Please try again in 15 minutes.' },
      headers: { 'retry-after': '900' },
    });
  }
  expect(await waysIn()).toEqual(before);
  const elsewhere = await portal.asAdmin();
  expect(await resetPartner(elsewhere, adminAccount.password)).toEqual(done);
});

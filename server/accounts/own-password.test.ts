import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  adminAccount,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

const password = 'Another-kite-7';
const message = 'Current password is wrong';
const wrong = { status: 403, body: { error: message, fields: { current_password: message } } };

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

async function change(caller: SignedIn, current_password: string, to = password) {
  const { status, body, headers } = await caller.call(routes.changeOwnPassword, {
    body: { current_password, password: to },
  });
  return { status, body, headers };
}

async function logInStatus(email: string, given: string) {
  const body = { email, password: given };
  return (await portal.anyone.call(routes.login, { body })).status;
}

test('With the current password one sets a new one: other sessions end, this one and tokens stay', async () => {
  const partner = await portal.asPartner();
  const elsewhere = await portal.logIn(partner.user.email, partnerPassword);
  const unconcerned = await portal.asPartner();
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  expect(await change(partner, partnerPassword)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect((await elsewhere.call(routes.me)).body.error).toBe('Token has expired');
  const refreshed = (session: SignedIn) =>
    portal.anyone.call(routes.refreshToken, { body: { refresh_token: session.refreshToken } });
  expect((await refreshed(elsewhere)).status).toBe(401);
  expect((await refreshed(partner)).status).toBe(200);
  expect((await partner.call(routes.me)).status).toBe(200);
  expect((await unconcerned.call(routes.me)).status).toBe(200);
  const lead = { first_name: 'A', last_name: 'B', email: 'a@b.example' };
  const pushed = portal.withApiToken(made.token).call(routes.createExternalLead, { body: lead });
  expect((await pushed).status).toBe(201);
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(401);
  expect(await logInStatus(partner.user.email, password)).toBe(200);
});

test('The first administrator can change the password too', async () => {
  const own = await testPortal();
  try {
    const admin = await own.asAdmin();
    expect(await change(admin, adminAccount.password)).toMatchObject({ status: 200 });
    expect((await own.logIn(adminAccount.email, password)).user.role).toBe('admin');
  } finally {
    await own.close();
  }
});

test('A change makes the password young again', async () => {
  const partner = await portal.asPartner();
  await portal.db.query(sql`
    update users set password_set_at = '2000-01-01' where id = ${partner.user.id}`);
  await change(partner, partnerPassword);
  const body = { email: partner.user.email, password };
  const { body: signedIn } = await portal.anyone.call(routes.login, { body });
  expect(signedIn.token).toBeTruthy();
  expect(signedIn.password_warning).toBeUndefined();
});

test('A wrong current password changes nothing and ends nothing', async () => {
  const partner = await portal.asPartner();
  const elsewhere = await portal.logIn(partner.user.email, partnerPassword);
  for (const given of ['Wrong-kite-1', ` ${partnerPassword}`, partnerPassword.toLowerCase()]) {
    expect(await change(partner, given)).toMatchObject(wrong);
  }
  expect((await elsewhere.call(routes.me)).status).toBe(200);
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(200);
});

test.each([
  {
    given: {},
    fields: { current_password: 'Current password is required', password: 'Password is required' },
  },
  {
    given: { current_password: '', password },
    fields: { current_password: 'Current password is required' },
  },
  {
    given: { current_password: partnerPassword, password: 'Aa1!' },
    fields: { password: 'Password must be at least 8 characters' },
  },
  {
    given: { current_password: partnerPassword, password: 'Passw0rd!' },
    fields: { password: 'Password is too common' },
  },
  {
    given: { current_password: partnerPassword, password: 'Willow-77-xy' },
    fields: { password: 'Password must not contain your name, email or company' },
  },
])('A change to $given is refused with $fields', async ({ given, fields }) => {
  const partner = await portal.asPartner('Wanda Willow');
  const url = '/api/me/password';
  const { status, body } = await partner.send({ method: 'PUT', url, payload: given });
  expect(status).toBe(400);
  expect(body).toEqual({ error: Object.values(fields)[0], fields });
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(200);
});

test('After ten wrong guesses a session waits like a sign-in, and no other session of the user does', async () => {
  const partner = await portal.asPartner();
  const other = await portal.logIn(partner.user.email, partnerPassword);
  for (let i = 0; i < 10; i++) expect(await change(partner, 'Wrong-kite-1')).toMatchObject(wrong);
  for (const given of ['Wrong-kite-1', partnerPassword]) {
    const refused = await change(partner, given);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many wrong passwords. Please try again in 15 minutes.' },
    });
    expect(refused.headers['retry-after']).toBe('900');
  }
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(200);
  expect((await change(other, partnerPassword)).status).toBe(200);
});

test('The wait ends after fifteen minutes, and what succeeds is not counted', async () => {
  const partner = await portal.asPartner();
  for (let i = 0; i < 9; i++) await change(partner, 'Wrong-kite-1');
  expect((await change(partner, partnerPassword)).status).toBe(200);
  expect(await change(partner, 'Wrong-kite-1')).toMatchObject(wrong);
  expect((await change(partner, 'Wrong-kite-1')).status).toBe(429);
  portal.clock.advance(15 * 60 * 1000 - 1);
  const body = { refresh_token: partner.refreshToken };
  const { token } = (await portal.anyone.call(routes.refreshToken, { body })).body;
  const again = () =>
    portal.anyone.call(routes.changeOwnPassword, {
      body: { current_password: password, password: partnerPassword },
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await again()).status).toBe(429);
  portal.clock.advance(1);
  expect((await again()).status).toBe(200);
});

test('A change that runs into a reset does not undo it', async () => {
  const partner = await portal.asPartner();
  const admin = await portal.asAdmin();
  let current = partnerPassword;
  for (let round = 0; round < 5; round++) {
    const session = await portal.logIn(partner.user.email, current);
    const reset = `Reset-kite-9${round}`;
    const [, changed] = await Promise.all([
      admin.call(routes.resetPartnerPassword, {
        params: { id: partner.user.id },
        body: { password: reset },
      }),
      change(session, current),
    ]);
    expect([200, 401, 403]).toContain(changed.status);
    expect(await logInStatus(partner.user.email, reset)).toBe(200);
    current = reset;
  }
});

test('The current password is no new one', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await change(partner, password);
  const message = 'The new password must differ from the current one';
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: message, fields: { password: message } },
  });
});

test('A change forgets from where the old password was used, but not from where the new one was set', async () => {
  const partner = await portal.asPartner();
  const known = () =>
    portal.db.query<{ hash: string }>(sql`
      select encode(hash, 'hex') as hash from known_addresses where user_id = ${partner.user.id}`);
  const here = await known();
  expect(here).toHaveLength(1);
  for (const remoteAddress of ['10.9.0.1', '10.9.0.2']) {
    const payload = { email: partner.user.email, password: partnerPassword };
    await portal.anyone.send({ method: 'POST', url: '/api/login', payload, remoteAddress });
  }
  expect(await known()).toHaveLength(3);
  expect((await change(partner, partnerPassword)).status).toBe(200);
  expect(await known()).toEqual(here);
});

test('Of two right changes at once one is made', async () => {
  const partner = await portal.asPartner();
  const changes = await Promise.all([
    change(partner, partnerPassword),
    change(partner, partnerPassword),
  ]);
  expect(changes.filter(({ status }) => status === 200)).toHaveLength(1);
});

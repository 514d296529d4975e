import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { partnerPassword, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { passwordMessages } from './password-messages.fixture.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const newPassword = 'Another-pass-2';

function me(token: string) {
  return portal.anyone.call(routes.me, { headers: { authorization: `Bearer ${token}` } });
}

async function logInStatus(email: string, password: string) {
  return (await portal.anyone.call(routes.login, { body: { email, password } })).status;
}

const asParams = (partner: SignedIn) => ({ params: { id: partner.user.id } });

test('A reset ends all sessions of the partner, refuses the old password and takes the new', async () => {
  const partner = await portal.asPartner();
  const elsewhere = await portal.logIn(partner.user.email, partnerPassword);
  const unconcerned = await portal.asPartner();
  const { status, body } = await admin.call(routes.resetPartnerPassword, {
    ...asParams(partner),
    body: { password: newPassword },
  });
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  for (const session of [partner, elsewhere]) {
    const refused = await session.call(routes.me);
    expect([refused.status, refused.body.error]).toEqual([401, 'Token has expired']);
    const refresh = { body: { refresh_token: session.refreshToken } };
    expect((await portal.anyone.call(routes.refreshToken, refresh)).status).toBe(401);
  }
  expect((await unconcerned.call(routes.me)).status).toBe(200);
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(401);
  expect(await logInStatus(partner.user.email, newPassword)).toBe(200);
});

test('A reset makes the password young again', async () => {
  const partner = await portal.asPartner();
  await portal.db.query(sql`
    update users set password_set_at = '2000-01-01' where id = ${partner.user.id}`);
  const body = { password: newPassword };
  await admin.call(routes.resetPartnerPassword, { ...asParams(partner), body });
  const credentials = { email: partner.user.email, password: newPassword };
  const { body: signedIn } = await portal.anyone.call(routes.login, { body: credentials });
  expect(signedIn.password_warning).not.toContain('days old');
});

test.each(passwordMessages)(
  'A reset to $password is refused: $message',
  async ({ password, message }) => {
    const partner = await portal.asPartner();
    const { status, body } = await admin.send({
      method: 'POST',
      url: `/api/partners/${partner.user.id}/reset-password`,
      payload: { password },
    });
    expect(status).toBe(400);
    expect(body).toEqual({ error: message, fields: { password: message } });
    expect((await partner.call(routes.me)).status).toBe(200);
  },
);

test('No sign-in with the old password that runs into a reset leaves a living session', async () => {
  const partner = await portal.asPartner();
  const passwords = [partnerPassword, newPassword];
  for (let round = 0; round < 10; round++) {
    const [old = '', next = ''] = round % 2 === 0 ? passwords : passwords.toReversed();
    const logIns = Array.from({ length: 3 }, () =>
      portal.anyone.send({
        method: 'POST',
        url: '/api/login',
        payload: { email: partner.user.email, password: old },
        remoteAddress: `10.1.0.${round}`,
      }),
    );
    const reset = admin.call(routes.resetPartnerPassword, {
      ...asParams(partner),
      body: { password: next },
    });
    const [{ status }, ...answers] = await Promise.all([reset, ...logIns]);
    expect(status).toBe(200);
    for (const answer of answers) {
      expect([200, 401]).toContain(answer.status);
      const { token } = answer.body as { token?: string };
      if (token) expect((await me(token)).status).toBe(401);
    }
    const rows = await portal.db.query(
      sql`select id from sessions where user_id = ${partner.user.id}`,
    );
    expect(rows).toEqual([]);
  }
});

test('After a reset the partner signs in at once, whatever was mistyped before', async () => {
  const partner = await portal.asPartner();
  const { email } = partner.user;
  for (let i = 0; i < 10; i++) await logInStatus(email, 'Wrong-kite-1');
  expect(await logInStatus(email, partnerPassword)).toBe(429);
  const body = { password: newPassword };
  await admin.call(routes.resetPartnerPassword, { ...asParams(partner), body });
  expect(await logInStatus(email, newPassword)).toBe(200);
});

test('A reset forgets from where the old password was used', async () => {
  const partner = await portal.asPartner();
  const known = sql`select 1 from known_addresses where user_id = ${partner.user.id}`;
  expect(await portal.db.query(known)).toHaveLength(1);
  const body = { password: newPassword };
  expect(
    (await admin.call(routes.resetPartnerPassword, { ...asParams(partner), body })).status,
  ).toBe(200);
  expect(await portal.db.query(known)).toHaveLength(0);
});

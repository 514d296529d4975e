import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addLead,
  adminAccount,
  adminConfirmation,
  newAdminPassword,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const password = newAdminPassword;
const newEmail = () => `${randomBytes(6).toString('hex')}@office.example`;
const body = (change: Record<string, unknown> = {}) => ({
  ...{ name: 'Ada Second', email: newEmail(), password, ...adminConfirmation },
  ...change,
});

const asParams = ({ user }: SignedIn) => ({ params: { id: user.id } });
const passwordOf = ({ user }: SignedIn) =>
  user.email === adminAccount.email ? adminAccount.password : password;
const remove = (by: SignedIn, whom: SignedIn) =>
  by.call(routes.deleteAdministrator, {
    ...asParams(whom),
    body: { current_password: passwordOf(by) },
  });
const logInStatus = async (email: string, given: string) =>
  (await portal.anyone.call(routes.login, { body: { email, password: given } })).status;

test('A new administrator is answered without the password, and is one', async () => {
  const input = body({ name: '  Ada Second ' });
  const { status, body: made } = await admin.call(routes.createAdministrator, { body: input });
  expect(status).toBe(201);
  expect(made).toEqual({
    administrator: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Ada Second',
      email: input.email,
      created_at: portal.clock.now().toISOString(),
    },
  });
  const signedIn = await portal.logIn(input.email, password);
  expect(signedIn.user).toMatchObject({ role: 'admin', company: null });
  expect((await signedIn.call(routes.listPartners)).status).toBe(200);
});

test('Administrators are listed newest first, without partners, removed ones and secrets', async () => {
  const [first, removed] = [await portal.asNewAdmin(), await portal.asNewAdmin()];
  const partner = await portal.asPartner();
  portal.clock.advance(1000);
  const last = await portal.asNewAdmin();
  await remove(admin, removed);
  const { status, body: listed } = await admin.call(routes.listAdministrators);
  expect(status).toBe(200);
  const ids = listed.administrators.map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual([last.user.id, first.user.id]);
  expect(ids).toContain(admin.user.id);
  expect(ids).not.toContain(removed.user.id);
  expect(ids).not.toContain(partner.user.id);
  for (const each of listed.administrators) {
    expect(Object.keys(each).sort()).toEqual(['created_at', 'email', 'id', 'name']);
  }
});

test.each([
  { field: 'name', value: ' ', message: 'Name is required' },
  { field: 'email', value: 'ada', message: 'Email is invalid' },
  { field: 'password', value: undefined, message: 'Password is required' },
  { field: 'password', value: 'short', message: 'Password must be at least 8 characters' },
  { field: 'password', value: 'Welcome1!', message: 'Password is too common' },
  {
    field: 'password',
    value: 'Second-77-xy',
    message: 'Password must not contain your name, email or company',
  },
])('A new administrator with the $field $value is refused: $message', async (each) => {
  const { status, body: refused } = await admin.send({
    method: 'POST',
    url: '/api/administrators',
    payload: body({ [each.field]: each.value }),
  });
  expect(status).toBe(400);
  expect(refused).toEqual({ error: each.message, fields: { [each.field]: each.message } });
});

test('An email that is in use, in whatever case and also by a partner, is a conflict', async () => {
  const partner = await portal.asPartner();
  const message = 'This email is already in use';
  for (const email of [partner.user.email.toUpperCase(), adminAccount.email.toUpperCase()]) {
    const input = { ...body(), email };
    const { status, body: refused } = await admin.call(routes.createAdministrator, { body: input });
    expect(status).toBe(409);
    expect(refused).toEqual({ error: message, fields: { email: message } });
  }
});

test('Removing an administrator ends their sessions and API tokens; their leads stay', async () => {
  const other = await portal.asNewAdmin();
  const { body: made } = await other.call(routes.createToken, { body: { name: 'Push' } });
  const lead = await addLead(other);
  expect(await remove(admin, other)).toMatchObject({ status: 200, body: { success: true } });
  expect((await other.call(routes.me)).body.error).toBe('Token has expired');
  const refresh = { body: { refresh_token: other.refreshToken } };
  expect((await portal.anyone.call(routes.refreshToken, refresh)).status).toBe(401);
  const pushed = await portal.withApiToken(made.token).call(routes.createExternalLead, {
    body: { first_name: 'A', last_name: 'B', email: 'a@b.example' },
  });
  expect(pushed.status).toBe(401);
  const left = await portal.db.query(sql`
    select user_id from sessions where user_id = ${other.user.id}
    union all select user_id from api_tokens where user_id = ${other.user.id}
    union all select user_id from known_addresses where user_id = ${other.user.id}`);
  expect(left).toEqual([]);
  expect(await logInStatus(other.user.email, password)).toBe(401);
  const query = { partner_id: other.user.id };
  const { leads } = (await admin.call(routes.listLeads, { query })).body;
  expect(leads.map(({ id }) => id)).toEqual([lead.id]);
  const again = await remove(admin, other);
  expect([again.status, again.body]).toEqual([404, { error: 'Administrator not found' }]);
});

test('Administrators remove themselves while another is left, and the last one never', async () => {
  const own = await testPortal();
  try {
    const first = await own.asAdmin();
    const last = { error: 'The last administrator cannot be removed' };
    const alone = await remove(first, first);
    expect([alone.status, alone.body]).toEqual([409, last]);
    const second = await own.asNewAdmin();
    expect((await remove(first, first)).status).toBe(200);
    expect((await first.call(routes.me)).status).toBe(401);
    const left = await remove(second, second);
    expect([left.status, left.body]).toEqual([409, last]);
    expect((await second.call(routes.me)).status).toBe(200);
  } finally {
    await own.close();
  }
});

/** Whoever is left may not be the first one. */
async function addTo(own: TestPortal, by: SignedIn): Promise<SignedIn> {
  const input = { ...body(), current_password: passwordOf(by) };
  await by.call(routes.createAdministrator, { body: input });
  return own.logIn(input.email, password);
}

test('Of two who remove each other at once one stays', async () => {
  const own = await testPortal();
  try {
    let stayed = await own.asAdmin();
    for (let round = 0; round < 8; round++) {
      const other = await addTo(own, stayed);
      const answers = await Promise.all([remove(stayed, other), remove(other, stayed)]);
      const statuses = answers.map(({ status }) => status);
      // Who is removed before the own call is looked at is signed out, or has no password any more;
      // else the last one is kept.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
      stayed = statuses[0] === 200 ? stayed : other;
      const { administrators } = (await stayed.call(routes.listAdministrators)).body;
      expect(administrators.map(({ id }) => id)).toEqual([stayed.user.id]);
    }
  } finally {
    await own.close();
  }
});

test('Who has been removed by then removes nobody, also where others stay', async () => {
  const own = await testPortal();
  try {
    const bystander = await own.asAdmin();
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await addTo(own, bystander), await addTo(own, bystander)];
      const answers = await Promise.all([remove(one, other), remove(other, one)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  } finally {
    await own.close();
  }
});

test('A reset sets the password of another administrator and ends all their sessions', async () => {
  const other = await portal.asNewAdmin();
  const next = 'Orchard-kite-4';
  const { status, body: answer } = await admin.call(routes.resetAdministratorPassword, {
    ...asParams(other),
    body: { password: next, ...adminConfirmation },
  });
  expect({ status, body: answer }).toEqual({ status: 200, body: { success: true } });
  expect((await other.call(routes.me)).status).toBe(401);
  expect((await admin.call(routes.me)).status).toBe(200);
  expect(await logInStatus(other.user.email, password)).toBe(401);
  expect(await logInStatus(other.user.email, next)).toBe(200);
});

test('One’s own password is not reset without the current one', async () => {
  const { status, body: refused } = await admin.call(routes.resetAdministratorPassword, {
    ...asParams(admin),
    body: { password, ...adminConfirmation },
  });
  expect(status).toBe(403);
  expect(refused).toEqual({ error: 'Change your own password on your Account page' });
  expect((await admin.call(routes.me)).status).toBe(200);
  expect(await logInStatus(adminAccount.email, adminAccount.password)).toBe(200);
});

test('A reset to a password that is easy to guess is refused', async () => {
  const other = await portal.asNewAdmin();
  for (const [given, message] of [
    ['Qwerty123!', 'Password is too common'],
    ['Second-77-xy', 'Password must not contain your name, email or company'],
  ]) {
    const { status, body: refused } = await admin.call(routes.resetAdministratorPassword, {
      ...asParams(other),
      body: { password: given ?? '', ...adminConfirmation },
    });
    expect(status).toBe(400);
    expect(refused).toEqual({ error: message, fields: { password: message } });
  }
  expect((await other.call(routes.me)).status).toBe(200);
});

test('A partner is not found as an administrator, and stays', async () => {
  const partner = await portal.asPartner();
  const answers = [
    await remove(admin, partner),
    await admin.call(routes.resetAdministratorPassword, {
      ...asParams(partner),
      body: { password, ...adminConfirmation },
    }),
  ];
  for (const { status, body: refused } of answers) {
    expect([status, refused]).toEqual([404, { error: 'Administrator not found' }]);
  }
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(200);
});

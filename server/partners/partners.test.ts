import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addLead,
  adminAccount,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { passwordMessages } from './password-messages.fixture.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const newEmail = () => `${randomBytes(6).toString('hex')}@partner.example`;
const newPassword = 'Another-pass-2';

function partnerBody(change: Record<string, unknown> = {}) {
  return {
    name: 'Pia',
    email: newEmail(),
    company: 'Pia Ltd',
    password: partnerPassword,
    ...change,
  };
}

/** Also what the contract would not let through. */
function post(payload: object) {
  return admin.send({ method: 'POST', url: '/api/partners', payload });
}

async function logInStatus(email: string, password: string) {
  return (await portal.anyone.call(routes.login, { body: { email, password } })).status;
}

const asParams = (partner: SignedIn) => ({ params: { id: partner.user.id } });

test('Partners are listed newest first, without administrators, deleted ones and secrets', async () => {
  const first = await portal.asPartner('First');
  const deleted = await portal.asPartner('Deleted');
  const sameInstant = await portal.asPartner('Same instant');
  portal.clock.advance(1000);
  const last = await portal.asPartner('Last');
  await admin.call(routes.deletePartner, asParams(deleted));

  const { status, body } = await admin.call(routes.listPartners);
  expect(status).toBe(200);
  const ids = body.partners.map((partner) => partner.id);
  expect(ids.slice(0, 3)).toEqual([last.user.id, sameInstant.user.id, first.user.id]);
  expect(ids).not.toContain(deleted.user.id);
  expect(ids).not.toContain(admin.user.id);
  for (const partner of body.partners) {
    expect(Object.keys(partner).sort()).toEqual([
      ...['company', 'created_at', 'email', 'id', 'last_signed_in_at', 'leads'],
      ...['live_companies', 'name'],
    ]);
  }
});

test('One partner is answered with what the list shows', async () => {
  const partner = await portal.asPartner('Gina Get');
  const { status, body } = await admin.call(routes.getPartner, asParams(partner));
  expect(status).toBe(200);
  expect(body).toEqual({
    partner: {
      id: partner.user.id,
      name: 'Gina Get',
      email: partner.user.email,
      company: 'Gina Get Ltd',
      created_at: portal.clock.now().toISOString(),
    },
  });
});

test('A new partner is answered, trimmed and without the password, and can sign in', async () => {
  const email = newEmail();
  const { status, body } = await post(
    partnerBody({ name: '  Nia ', email: ` ${email} `, company: ' Nia Ltd ' }),
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    partner: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Nia',
      email,
      company: 'Nia Ltd',
      created_at: portal.clock.now().toISOString(),
    },
  });
  const { user } = await portal.logIn(email, partnerPassword);
  expect(user).toMatchObject({ role: 'partner', name: 'Nia' });
});

test.each([
  { field: 'name', value: undefined, message: 'Name is required' },
  { field: 'name', value: '  ', message: 'Name is required' },
  { field: 'name', value: 'x'.repeat(201), message: 'Name must be at most 200 characters' },
  { field: 'email', value: null, message: 'Email is required' },
  { field: 'email', value: ' ', message: 'Email is required' },
  { field: 'email', value: 'ann', message: 'Email is invalid' },
  { field: 'email', value: 'ann@x', message: 'Email is invalid' },
  { field: 'email', value: 'ann@x.e', message: 'Email is invalid' },
  { field: 'email', value: 'ä@x.example', message: 'Email is invalid' },
  { field: 'company', value: undefined, message: 'Company is required' },
  { field: 'company', value: '', message: 'Company is required' },
  ...passwordMessages.map(({ password, message }) => ({
    field: 'password',
    value: password,
    message,
  })),
])(
  'A new partner with the $field $value is refused: $message',
  async ({ field, value, message }) => {
    const { status, body } = await post(partnerBody({ [field]: value }));
    expect(status).toBe(400);
    expect(body).toEqual({ error: message, fields: { [field]: message } });
  },
);

test('All faulty fields are told at once, and the first is the error', async () => {
  const { status, body } = await post({});
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'Name is required',
    fields: {
      name: 'Name is required',
      email: 'Email is required',
      company: 'Company is required',
      password: 'Password is required',
    },
  });
});

test('An email that is in use, in whatever case and also by an administrator, is a conflict', async () => {
  const partner = await portal.asPartner();
  const message = 'This email is already in use';
  for (const email of [partner.user.email.toUpperCase(), adminAccount.email.toUpperCase()]) {
    const { status, body } = await post(partnerBody({ email }));
    expect(status).toBe(409);
    expect(body).toEqual({ error: message, fields: { email: message } });
  }
});

test('Of many who add the same email at once exactly one succeeds', async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(partnerBody({ email }))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(7).fill(409)]);
});

test('An update changes name and company and nothing else', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await admin.send({
    method: 'PUT',
    url: `/api/partners/${partner.user.id}`,
    payload: { name: ' New ', company: ' New Ltd ', email: newEmail(), password: newPassword },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    partner: { id: partner.user.id, name: 'New', company: 'New Ltd', email: partner.user.email },
  });
  expect((await partner.call(routes.me)).body.user).toMatchObject({ name: 'New' });
  expect(await logInStatus(partner.user.email, newPassword)).toBe(401);
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(200);
});

test('An update without name or company says so', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await admin.call(routes.updatePartner, {
    ...asParams(partner),
    body: { name: ' ', company: '' },
  });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'Name is required',
    fields: { name: 'Name is required', company: 'Company is required' },
  });
});

test('Deleting a partner ends their sessions and API tokens at once, forgets where they signed in and frees the email', async () => {
  const partner = await portal.asPartner();
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const deleted = await admin.call(routes.deletePartner, asParams(partner));
  expect(deleted).toMatchObject({ status: 200, body: { success: true } });

  expect((await partner.call(routes.me)).status).toBe(401);
  const refresh = { body: { refresh_token: partner.refreshToken } };
  expect((await portal.anyone.call(routes.refreshToken, refresh)).status).toBe(401);
  const pushed = await portal.withApiToken(made.token).call(routes.createExternalLead, {
    body: { first_name: 'A', last_name: 'B', email: 'a@b.example' },
  });
  expect([pushed.status, pushed.body.error]).toEqual([401, 'API token is invalid']);
  const left = await portal.db.query(sql`
    select user_id from sessions where user_id = ${partner.user.id}
    union all select user_id from api_tokens where user_id = ${partner.user.id}
    union all select user_id from known_addresses where user_id = ${partner.user.id}`);
  expect(left).toEqual([]);
  expect(await logInStatus(partner.user.email, partnerPassword)).toBe(401);

  const again = await admin.call(routes.deletePartner, asParams(partner));
  expect([again.status, again.body.error]).toEqual([404, 'Partner not found']);
  expect((await post(partnerBody({ email: partner.user.email }))).status).toBe(201);
  expect((await partner.call(routes.me)).status).toBe(401);
});

test('The leads of a deleted partner stay, with their partner_id and without a partner_name', async () => {
  const partner = await portal.asPartner('Gone');
  const lead = await addLead(partner);
  expect(lead.partner_name).toBe('Gone');
  await admin.call(routes.deletePartner, asParams(partner));
  const { body } = await admin.call(routes.listLeads, { query: { partner_id: partner.user.id } });
  expect(body.total).toBe(1);
  expect({ ...lead, partner_name: null }).toMatchObject(body.leads[0] ?? {});
  expect(body.leads[0]?.partner_id).toBe(partner.user.id);
});

test('An administrator, an unknown id and what is no id are not found as partners', async () => {
  for (const id of [admin.user.id, '0192aaaa-0000-7000-8000-000000000000', 'nonsense', '%00']) {
    const params = { id };
    const answers = [
      await admin.call(routes.getPartner, { params }),
      await admin.call(routes.updatePartner, { params, body: { name: 'X', company: 'X' } }),
      await admin.call(routes.deletePartner, { params }),
      await admin.call(routes.resetPartnerPassword, { params, body: { password: newPassword } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body], id).toEqual([404, { error: 'Partner not found' }]);
    }
  }
  expect(await logInStatus(adminAccount.email, adminAccount.password)).toBe(200);
});

test.each([
  { password: 'Welcome1!', message: 'Password is too common' },
  {
    password: 'Sparrow-77-xy',
    message: 'Password must not contain your name, email or company',
  },
])('A password that is easy to guess is no new password: $password', async (each) => {
  const { password, message } = each;
  const refused = { error: message, fields: { password: message } };
  const added = await post(partnerBody({ company: 'Sparrow Ltd', password }));
  expect([added.status, added.body]).toEqual([400, refused]);
  const partner = await portal.asPartner('Sparrow');
  const reset = await admin.call(routes.resetPartnerPassword, {
    ...asParams(partner),
    body: { password },
  });
  expect([reset.status, reset.body]).toEqual([400, refused]);
  expect((await partner.call(routes.me)).status).toBe(200);
});

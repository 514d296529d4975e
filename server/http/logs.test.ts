import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  adminAccount,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

type Line = {
  level: number;
  reqId?: string;
  user_id?: string;
  token_id?: string;
  msg?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  err?: { message: string };
};
const lines: string[] = [];
// Without the redaction of the real log: what is not given to it cannot leak by any key.
const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
const read = () => lines.map((line) => JSON.parse(line) as Line);

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ logger });
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());
beforeEach(() => {
  lines.length = 0;
});

function expectNoSecrets(secrets: Record<string, string | undefined>): void {
  expect(lines.length).toBeGreaterThan(0);
  const all = lines.join('');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toBeTruthy();
    expect(all.includes(secret ?? ''), `The log holds ${name}`).toBe(false);
  }
}

test('Signing in, well or badly, refreshing and signing out leave no secret in the log', async () => {
  const { email } = partner.user;
  const signedIn = await portal.logIn(email, partnerPassword);
  const wrong = 'Wrong-secret-9';
  await portal.anyone.call(routes.login, { body: { email, password: wrong } });
  await portal.anyone.call(routes.login, { body: { email: '', password: wrong } });
  await portal.anyone.call(routes.login, { body: adminAccount });
  const { body: refreshed } = await portal.anyone.call(routes.refreshToken, {
    body: { refresh_token: signedIn.refreshToken },
  });
  await signedIn.call(routes.logout);
  await signedIn.call(routes.me);
  expectNoSecrets({
    'a password': partnerPassword,
    'an administrator’s password': adminAccount.password,
    'a wrong password': wrong,
    'an access token': signedIn.token,
    'a refreshed access token': refreshed.token,
    'a refresh token': signedIn.refreshToken,
  });
});

test('API tokens, CSRF tokens and new passwords stay out of the log', async () => {
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const pusher = portal.withApiToken(made.token);
  const lead = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
  await pusher.call(routes.createExternalLead, { body: lead });
  await pusher.call(routes.createExternalLead, { body: { ...lead, email: 'none' } });
  await pusher.call(routes.me);
  const { body: csrf } = await portal.anyone.call(routes.csrfToken);
  await partner.call(routes.createLead, { headers: { [headers.csrf]: csrf.csrf_token } });
  const password = 'Brand-new-secret-5';
  const params = { id: partner.user.id };
  await admin.call(routes.resetPartnerPassword, { params, body: { password } });
  partner = await portal.logIn(partner.user.email, password);
  await admin.call(routes.resetPartnerPassword, { params, body: { password: partnerPassword } });
  partner = await portal.logIn(partner.user.email, partnerPassword);
  expectNoSecrets({
    'an API token': made.token,
    'a CSRF token': csrf.csrf_token,
    'a new password': password,
    'a password': partnerPassword,
    'an access token': admin.token,
  });
});

test('A body that is no JSON is not quoted in the log', async () => {
  const payload = `{"email":"a@b.example","password":"Half-secret-3"`;
  const { status } = await portal.anyone.send({
    method: 'POST',
    url: '/api/login',
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(400);
  expectNoSecrets({ 'a password': 'Half-secret-3' });
});

test('Every line of a request carries its id', async () => {
  const given = { [headers.requestId]: 'matching-id-1' };
  await partner.call(routes.me, { headers: given });
  await portal.anyone.send({ url: '/api/nothing', headers: given });
  await portal.anyone.call(routes.me, { headers: given });
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(new Set(read().map((line) => line.reqId))).toEqual(new Set(['matching-id-1']));
});

test('A failure is logged with its cause and its request id, and without secrets', async () => {
  const broken = await testPortal({ logger });
  try {
    const caller = await broken.asPartner();
    const { body: made } = await caller.call(routes.createToken, { body: { name: 'Push' } });
    await broken.db.queryOnce(sql`drop table sessions, api_tokens, leads cascade`);
    lines.length = 0;
    const given = { [headers.requestId]: 'failing-id-1' };
    const lead = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
    const answers = [
      await caller.call(routes.me, { headers: given }),
      await broken
        .withApiToken(made.token)
        .call(routes.createExternalLead, { body: lead, headers: given }),
      await broken.anyone.call(routes.login, { body: adminAccount, headers: given }),
      await broken.anyone.call(routes.refreshToken, {
        body: { refresh_token: caller.refreshToken },
        headers: given,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    const failures = read().filter((line) => line.level >= 50);
    expect(failures).toHaveLength(answers.length);
    for (const { err, reqId } of failures) {
      expect(err?.message).toMatch(/does not exist/);
      expect(reqId).toBe('failing-id-1');
    }
    expectNoSecrets({
      'a password': adminAccount.password,
      'an access token': caller.token,
      'a refresh token': caller.refreshToken,
      'an API token': made.token,
    });
  } finally {
    await broken.close();
  }
});

test('What a caller did wrong is no error of the portal', async () => {
  await portal.anyone.call(routes.me);
  await partner.call(routes.listPartners);
  await partner.call(routes.createLead, {});
  expect(read().filter((line) => line.level >= 50)).toEqual([]);
});

const completed = () => read().filter(({ msg }) => msg === 'request completed');

test('The line of a call carries who made it, also where it is refused, and who has signed in', async () => {
  await partner.call(routes.me);
  await partner.call(routes.listPartners);
  await admin.call(routes.createPartner, {});
  await portal.logIn(partner.user.email, partnerPassword);
  await portal.anyone.call(routes.login, { body: { ...adminAccount, password: 'Wrong-secret-9' } });
  await portal.anyone.call(routes.me);
  expect(completed().map(({ user_id, res }) => [res?.statusCode, user_id])).toEqual([
    [200, partner.user.id],
    [403, partner.user.id],
    [400, admin.user.id],
    [200, partner.user.id],
    [401, undefined],
    [401, undefined],
  ]);
});

test('The line of a refresh carries whose session it is, also past their limit of calls', async () => {
  const limited = await testPortal({ logger, env: { RATE_LIMIT_GENERAL: '1' } });
  try {
    const { user, refreshToken } = await limited.asPartner();
    lines.length = 0;
    for (const refresh_token of [refreshToken, refreshToken, `${refreshToken}x`]) {
      await limited.anyone.call(routes.refreshToken, { body: { refresh_token } });
    }
    expect(completed().map(({ user_id, res }) => [res?.statusCode, user_id])).toEqual([
      [200, user.id],
      [429, user.id],
      [401, undefined],
    ]);
  } finally {
    await limited.close();
  }
});

test('The line of a call with an API token carries the token’s id and its owner’s', async () => {
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  lines.length = 0;
  await portal.withApiToken(made.token).call(routes.createExternalLead);
  expect(completed()).toMatchObject([{ user_id: partner.user.id, token_id: made.token_id }]);
});

test('A failure is logged with who met it', async () => {
  const broken = await testPortal({ logger });
  try {
    const caller = await broken.asPartner();
    await broken.db.queryOnce(sql`drop table leads cascade`);
    lines.length = 0;
    expect((await caller.call(routes.listLeads)).status).toBe(500);
    const failures = read().filter((line) => line.level >= 50);
    expect(failures).toMatchObject([{ user_id: caller.user.id }]);
  } finally {
    await broken.close();
  }
});

test('What is searched for stays out of the log, and the path stays in', async () => {
  const search = 'Lovelace-searched';
  for (const url of ['/api/leads', '/api/companies/live', '/api/nothing', '/leads', '/%ff']) {
    await partner.send({ url: `${url}?limit=5&search=${search}` });
    await partner.send({ url: `${url}?search=${search}?&%00` });
  }
  const paths = read().flatMap(({ req }) => req?.url ?? []);
  expect(paths).toEqual(expect.arrayContaining(['/api/leads', '/api/companies/live', '/leads']));
  expectNoSecrets({ 'what was searched for': search });
});

test.each([{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])(
  'Forwarded headers that are not trusted are warned of, once: %j',
  async (forwarded) => {
    const warnings = () => read().filter(({ msg }) => msg?.includes('TRUST_PROXY'));
    const [direct, trusting] = [
      await testPortal({ logger }),
      await testPortal({ logger, env: { TRUST_PROXY: 'true' } }),
    ];
    try {
      await direct.anyone.call(routes.health);
      await trusting.anyone.call(routes.health, { headers: forwarded });
      expect(warnings()).toEqual([]);
      await direct.anyone.call(routes.health, { headers: forwarded });
      await direct.anyone.call(routes.health, { headers: forwarded });
      expect(warnings()).toMatchObject([{ level: 40 }]);
    } finally {
      await direct.close();
      await trusting.close();
    }
  },
);

test('Callers who are gone before their call is looked at are no fault of the portal', async () => {
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as AddressInfo;
  const login = JSON.stringify({ email: partner.user.email, password: partnerPassword });
  const calls = [
    `GET ${routes.openapi.path} HTTP/1.1\r\nHost: portal\r\n\r\n`,
    `GET ${routes.listLeads.path} HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${partner.token}\r\n\r\n`,
    `POST ${routes.login.path} HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n\r\n${login}`,
  ];
  const sent = Array.from({ length: 30 }, (_, index) => calls[index % calls.length] ?? '');
  await Promise.all(
    sent.map(
      (call) =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(call, () => socket.resetAndDestroy());
          });
          socket.once('close', () => resolve());
        }),
    ),
  );
  await expect.poll(() => read().filter(({ req }) => req).length).toBeGreaterThanOrEqual(30);
  expect(read().filter(({ level }) => level >= 50)).toEqual([]);
});

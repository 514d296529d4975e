import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { type Caller, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

const max = { general: 12, live_companies: 3, external_api: 4 };
let portal: TestPortal;
let twin: FastifyInstance;
beforeAll(async () => {
  portal = await testPortal({
    env: {
      RATE_LIMIT_GENERAL: String(max.general),
      RATE_LIMIT_LIVE_COMPANIES: String(max.live_companies),
      RATE_LIMIT_EXTERNAL_API: String(max.external_api),
    },
  });
  const { db, config, clock } = portal;
  twin = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32) });
});
afterAll(async () => {
  await twin.close();
  await portal.close();
});

/** Someone whose counters are all at zero, in a window that has just begun. */
async function freshPartner(): Promise<SignedIn> {
  portal.clock.advance(60_000);
  return portal.asPartner();
}

async function apiTokenOf(partner: SignedIn): Promise<string> {
  const { body } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  portal.clock.advance(60_000);
  return body.token;
}

const lead = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
type Limit = keyof typeof max;
const calls: Record<Limit, (caller: Caller) => Promise<{ status: number }>> = {
  general: (caller) => caller.call(routes.me),
  live_companies: (caller) => caller.call(routes.listLiveCompanies),
  external_api: (caller) => caller.call(routes.createExternalLead, { body: lead }),
};
const limits = Object.keys(max) as Limit[];

async function callerFor(limit: Limit): Promise<Caller> {
  const partner = await freshPartner();
  return limit === 'external_api' ? portal.withApiToken(await apiTokenOf(partner)) : partner;
}

async function spend(limit: Limit, caller: Caller): Promise<void> {
  for (let i = 0; i < max[limit]; i++) await calls[limit](caller);
}

test.each(limits)('%s: every answer tells where the caller stands', async (limit) => {
  const caller = await callerFor(limit);
  for (let left = max[limit] - 1; left >= 0; left--) {
    const answer = await calls[limit](caller);
    expect(answer.status).toBeLessThan(300);
    expect(answer).toHaveProperty(
      'headers',
      expect.objectContaining({
        'ratelimit-policy': `${max[limit]};w=60`,
        'ratelimit-limit': String(max[limit]),
        'ratelimit-remaining': String(left),
        'ratelimit-reset': '60',
      }),
    );
  }
});

test.each(limits)('%s: past the limit the answer is 429 until the window ends', async (limit) => {
  const caller = await callerFor(limit);
  await spend(limit, caller);
  portal.clock.advance(18_500);
  expect(await calls[limit](caller)).toMatchObject({
    status: 429,
    body: { error: 'Rate limit exceeded' },
    headers: { 'retry-after': '42', 'ratelimit-remaining': '0', 'ratelimit-reset': '42' },
  });
  portal.clock.advance(41_499);
  expect(await calls[limit](caller)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
  });
  portal.clock.advance(1);
  const again = await calls[limit](caller);
  expect(again.status).toBeLessThan(300);
  expect(again).toHaveProperty('headers.ratelimit-remaining', String(max[limit] - 1));
});

test.each(limits)(
  '%s: a clock that was ahead for some minutes has nobody wait for them',
  async (limit) => {
    const caller = await callerFor(limit);
    portal.clock.advance(600_000);
    await spend(limit, caller);
    portal.clock.advance(-600_000);
    const again = await calls[limit](caller);
    expect(again.status).toBeLessThan(300);
    expect(again).toHaveProperty('headers.ratelimit-remaining', String(max[limit] - 1));
    expect(again).toHaveProperty('headers.ratelimit-reset', '60');
  },
);

test.each(limits)(
  '%s: a clock that is set back by a moment begins no new window',
  async (limit) => {
    const caller = await callerFor(limit);
    await spend(limit, caller);
    portal.clock.advance(-30_000);
    expect((await calls[limit](caller)).status).toBe(429);
  },
);

test.each(limits)('%s: what one caller uses up, another still has', async (limit) => {
  const caller = await callerFor(limit);
  const partner = await portal.asPartner();
  const { body } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const other = limit === 'external_api' ? portal.withApiToken(body.token) : partner;
  await spend(limit, caller);
  expect((await calls[limit](caller)).status).toBe(429);
  expect((await calls[limit](other)).status).toBeLessThan(300);
});

test('Live companies, the external API and everything else are counted apart', async () => {
  const partner = await freshPartner();
  const pusher = portal.withApiToken(await apiTokenOf(partner));
  const callers = { general: partner, live_companies: partner, external_api: pusher };
  for (const limit of limits) {
    // The others are spent by now; this one is still whole.
    const first = await calls[limit](callers[limit]);
    expect(first).toHaveProperty('headers.ratelimit-remaining', String(max[limit] - 1));
    await spend(limit, callers[limit]);
    expect((await calls[limit](callers[limit])).status, limit).toBe(429);
  }
});

test('Two tokens of one partner have a limit each', async () => {
  const partner = await freshPartner();
  const [one, other] = [await apiTokenOf(partner), await apiTokenOf(partner)];
  await spend('external_api', portal.withApiToken(one));
  expect((await calls.external_api(portal.withApiToken(one))).status).toBe(429);
  expect((await calls.external_api(portal.withApiToken(other))).status).toBe(201);
});

test('Two sessions of one user share a limit', async () => {
  await freshPartner();
  portal.clock.advance(60_000);
  const [one, other] = [await portal.asAdmin(), await portal.asAdmin()];
  await spend('general', one);
  expect((await calls.general(other)).status).toBe(429);
});

test('Refreshing a session counts as one of the user’s calls', async () => {
  const partner = await freshPartner();
  await spend('general', partner);
  const body = { refresh_token: partner.refreshToken };
  const { status, headers: given } = await portal.anyone.call(routes.refreshToken, { body });
  expect([status, given['retry-after']]).toEqual([429, '60']);
});

test('A call that is refused for another reason counts too', async () => {
  const partner = await freshPartner();
  for (let i = 0; i < max.general; i++) {
    expect((await partner.call(routes.listPartners)).status).toBe(403);
  }
  expect((await partner.call(routes.listPartners)).status).toBe(429);
});

test.each(limits)('%s: two processes on one database count together', async (limit) => {
  const partner = await freshPartner();
  const identity =
    limit === 'external_api'
      ? { [headers.apiToken]: await apiTokenOf(partner) }
      : { authorization: `Bearer ${partner.token}` };
  const routeOf = {
    general: routes.me,
    live_companies: routes.listLiveCompanies,
    external_api: routes.createExternalLead,
  };
  const { method, path } = routeOf[limit];
  const payload = method === 'POST' ? { payload: lead } : {};
  const call = (app: FastifyInstance) =>
    app.inject({ method, url: path, headers: identity, ...payload });
  // At the same moment and from both sides: no more than allowed may slip through.
  const all = Array.from({ length: max[limit] * 2 }, (_, i) => call(i % 2 ? portal.app : twin));
  const statuses = (await Promise.all(all)).map((answer) => answer.statusCode);
  expect(statuses.filter((status) => status < 300)).toHaveLength(max[limit]);
  expect(statuses.filter((status) => status === 429)).toHaveLength(max[limit]);
  expect((await call(twin)).statusCode).toBe(429);
});

test('Public routes are not counted', async () => {
  for (let i = 0; i <= max.general; i++) {
    const { status, headers: given } = await portal.anyone.call(routes.csrfToken);
    expect(status).toBe(200);
    expect(given).not.toHaveProperty('ratelimit-limit');
  }
});

test('Behind a proxy, the address that counts is the one the proxy saw, not one made up', async () => {
  const behind = await testPortal({ env: { TRUST_PROXY: 'true', RATE_LIMIT_LOGIN_ADDRESS: '3' } });
  try {
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      // A caller's own header comes first; a proxy adds what it saw behind it.
      const made = { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.9` };
      const body = { email: `nobody-${i}@x.example`, password: 'x' };
      statuses.push((await behind.anyone.call(routes.login, { body, headers: made })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    const other = { 'x-forwarded-for': '203.0.113.10' };
    const body = { email: 'nobody@x.example', password: 'x' };
    expect((await behind.anyone.call(routes.login, { body, headers: other })).status).toBe(401);
  } finally {
    await behind.close();
  }
});

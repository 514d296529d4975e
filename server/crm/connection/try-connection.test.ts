import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { readConfig } from '#server/config.ts';
import { hubspotClient } from '#server/crm/hubspot/client.ts';
import { HubSpotFault } from '#server/crm/hubspot/errors.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { testPortal } from '#test/portal.ts';
import { type RunningEmulator, startEmulator } from '../../../hubspot-emulator/start.ts';
import { tellFault } from './connection.ts';
import { setUpCrm } from './set-up-crm.ts';
import { tryConnection } from './try-connection.ts';

let emulator: RunningEmulator;
let portal: CrmPortal;
beforeAll(async () => {
  emulator = await startEmulator();
  portal = await crmPortal({ HUBSPOT_ACCESS_TOKEN: emulator.key, HUBSPOT_BASE_URL: emulator.url });
});
afterAll(async () => {
  await portal.close();
  await emulator.stop();
});

const run = async () => {
  // The clock stands still: what was asked before would hold up what is asked now.
  await portal.db.query(sql`delete from crm_budget where name <> 'day'`);
  return (await portal.admin.call(routes.testCrm)).body;
};
const failures = async () => (await run()).steps.filter(({ ok }) => !ok);
const fault = async () => (await portal.admin.call(routes.getCrm)).body.crm.fault?.kind ?? null;
const tell = (kind: 'daily_limit' | 'scope_missing' | 'not_set_up') =>
  tellFault(portal.db, new HubSpotFault(kind, 'So it was'), 'push_lead');
const property = (type: string, name: string, method: string, body?: object) =>
  fetch(`${emulator.url}/crm/v3/properties/${type}/${name}`, {
    method,
    headers: { authorization: `Bearer ${emulator.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const setUp = async () => {
  await portal.db.query(sql`delete from crm_budget`);
  const env = { HUBSPOT_ACCESS_TOKEN: emulator.key, HUBSPOT_BASE_URL: emulator.url };
  return setUpCrm({ db: portal.db, config: readConfig(env), clock: portal.clock.now });
};

test('An account that is not set up lacks every property that is used, each by its name', async () => {
  await tell('not_set_up');
  const [own, commissions, ...others] = await failures();
  expect(others).toEqual([]);
  expect(own).toMatchObject({ text: "The portal's own properties are there" });
  for (const name of ['partner_portal_lead_id', 'partner_portal_title ("Lead: Title")'])
    expect(own?.detail).toContain(name);
  expect(own?.detail).toContain('Missing of companies: partner_portal_company_key');
  expect(own?.detail).toContain('npm run admin -- hubspot-setup');
  expect(commissions?.detail).toContain('partner_commission_payable, partner_commission_alltime');
  // What is not mended is not forgotten.
  expect(await fault()).toBe('not_set_up');
});

test('One that is set up works, and what was held against it is forgotten', async () => {
  await setUp();
  await tell('scope_missing');
  const { ok, steps } = await run();
  expect(steps.filter((step) => !step.ok)).toEqual([]);
  expect(ok).toBe(true);
  expect(steps[0]?.detail).toMatch(/^Account \d+$/);
  expect(await fault()).toBeNull();
});

test('One property that is gone or of another kind is named', async () => {
  await property('companies', 'partner_portal_company_key', 'DELETE');
  await property('deals', 'partner_portal_title', 'DELETE');
  await property('deals', 'partner_portal_country', 'PATCH', {
    type: 'number',
    fieldType: 'number',
  });
  const [own, ...others] = await failures();
  expect(others).toEqual([]);
  expect(own?.detail).toBe(
    'Missing of deals: partner_portal_title ("Lead: Title"); partner_portal_country of deals is of type number instead of string; Missing of companies: partner_portal_company_key ("Portal company"). Run npm run admin -- hubspot-setup',
  );
  await property('deals', 'partner_portal_country', 'PATCH', { type: 'string', fieldType: 'text' });
  await setUp();
  expect(await failures()).toEqual([]);
});

test('Rights that the key lacks are named, also where it may read everything', async () => {
  const may = (access: string) =>
    ['contacts', 'companies', 'deals'].map((type) => `crm.objects.${type}.${access}`);
  emulator.control.setKey({ scopes: may('read') });
  const written = emulator.control.list('deals').length;
  expect(await failures()).toEqual([
    {
      text: 'Contacts, companies and deals can be read and written',
      ok: false,
      detail: `The key lacks: ${may('write').join(', ')}`,
    },
  ]);
  emulator.control.setKey({ scopes: [...may('read'), ...may('write')] });
  expect(await failures()).toEqual([]);
  expect(emulator.control.list('deals')).toHaveLength(written);
  emulator.control.setKey({ scopes: 'all' });
});

test.each([
  [
    404,
    '<html>Not here</html>',
    "HubSpot's address answered with something that is not HubSpot's (404)",
  ],
  [409, JSON.stringify({ status: 'error', category: 'CONFLICT', message: 'Not now' }), 'Not now'],
])('Nothing counts as allowed that is answered with %i', async (status, body, detail) => {
  const client = hubspotClient({
    baseUrl: emulator.url,
    token: emulator.key,
    budget: { take: async () => 0, learn: async () => {}, refused: async () => {} },
    wait: async () => {},
    fetch: (url, init) =>
      String(url).includes('/batch/')
        ? Promise.resolve(new Response(body, { status }))
        : fetch(url, init),
  });
  const { ok, steps } = await tryConnection({ ...portal.crm, client });
  expect(ok).toBe(false);
  expect(steps[2]).toEqual({
    text: 'Contacts, companies and deals can be read and written',
    ok: false,
    detail,
  });
});

test('A key that is refused ends the test at once', async () => {
  emulator.control.setKey({ status: 'revoked' });
  expect((await run()).steps).toEqual([
    expect.objectContaining({ text: 'HubSpot answers and takes the access token', ok: false }),
  ]);
  emulator.control.setKey({ status: 'active' });
});

test('After the day’s limit was met, a test asks HubSpot itself, and work goes on where that answers', async () => {
  await portal.db.query(sql`
    insert into crm_budget (name, most, milliseconds, remaining, told_at)
    values ('day', 250000, 86400000, 0, ${portal.clock.now()})
    on conflict (name) do update set remaining = 0, told_at = excluded.told_at`);
  await tell('daily_limit');
  expect((await run()).ok).toBe(true);
  expect(await fault()).toBeNull();
  const [day] = await portal.db.query<{ remaining: number }>(sql`
    select remaining from crm_budget where name = 'day'`);
  expect(day?.remaining).toBeGreaterThan(0);
});

test('A test whose caller is gone no longer waits for a HubSpot that says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { app, asAdmin, close } = await testPortal({
    env: { HUBSPOT_ACCESS_TOKEN: emulator.key, HUBSPOT_BASE_URL: silentUrl },
  });
  const { token } = await asAdmin();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const csrf = (await app.inject(routes.csrfToken.path)).json();
  const call = request(url + routes.testCrm.path, {
    method: routes.testCrm.method,
    headers: { authorization: `Bearer ${token}`, [headers.csrf]: csrf.csrf_token },
  });
  call.on('error', () => {}).end();
  const [asked] = await once(silent, 'request');
  // The portal itself would wait 15 seconds, past what this test waits.
  const over = once(asked.socket, 'close', { signal: AbortSignal.timeout(10_000) });
  call.destroy();
  await over;
  await close();
  silent.close();
});

import { beforeEach, expect, test } from 'vitest';
import { createTestEmulator, idsOf, type TestEmulator } from './testing.ts';

let hubspot: TestEmulator;
const deals = '/crm/v3/objects/deals';

beforeEach(() => {
  hubspot = createTestEmulator();
});

const status = async () => (await hubspot.ask('GET', deals)).status;

test('faults are set, kept beside each other and cleared from another process', async () => {
  await hubspot.ask('PATCH', '/emulator/faults', { share500: 1 });
  await hubspot.ask('PATCH', '/emulator/faults', { indexLagMs: 5 });
  const state = await hubspot.ask('GET', '/emulator/state');
  expect(state.body.faults).toMatchObject({ share500: 1, indexLagMs: 5, share429: 0 });
  expect(await status()).toBe(500);
  expect((await hubspot.ask('PATCH', '/emulator/faults', { share500: 2 })).status).toBe(400);
  await hubspot.ask('DELETE', '/emulator/faults');
  expect(await status()).toBe(200);
});

test('an outage, a limit and the key are set from another process', async () => {
  await hubspot.ask('POST', '/emulator/outage', { seconds: 60 });
  expect(await status()).toBe(503);
  hubspot.passTime(60_000);
  expect(await status()).toBe(200);
  await hubspot.ask('PATCH', '/emulator/limits', { tenSecondly: 1 });
  expect(await status()).toBe(429);
  await hubspot.ask('PATCH', '/emulator/limits', { tenSecondly: 100 });
  await hubspot.ask('PATCH', '/emulator/key', { scopes: ['crm.objects.contacts.read'] });
  expect(await status()).toBe(403);
  await hubspot.ask('PATCH', '/emulator/key', { status: 'revoked' });
  expect(await status()).toBe(401);
  await hubspot.ask('PATCH', '/emulator/key', { status: 'active', scopes: 'all' });
  expect(await status()).toBe(200);
});

test('a person’s hands reach records from another process, and the source says so', async () => {
  const records = '/emulator/records/contacts';
  const create = (email: string) => hubspot.ask('POST', records, { properties: { email } });
  const [one, other] = [await create('a@example.com'), await create('b@example.com')];
  const id = one.body.id as string;
  await hubspot.ask('PATCH', `${records}/${id}`, { properties: { hs_lead_status: 'OPEN' } });
  const [version] = hubspot.control.find('contacts', id)?.history.get('hs_lead_status') ?? [];
  expect(version).toMatchObject({ value: 'OPEN', sourceType: 'CRM_UI' });
  await hubspot.ask('POST', `${records}/merge`, { primaryId: id, loserId: other.body.id });
  expect(idsOf(await hubspot.ask('GET', records))).toEqual([id]);
  expect((await hubspot.ask('DELETE', `${records}/${id}`)).status).toBe(204);
  expect((await hubspot.ask('DELETE', `${records}/${id}`)).status).toBe(404);
});

test('a reset empties the account and leaves its properties', async () => {
  hubspot.control.create('deals', { dealname: 'A' });
  await hubspot.ask('POST', '/emulator/reset');
  const state = await hubspot.ask('GET', '/emulator/state');
  expect(state.body.records).toEqual({ contacts: 0, companies: 0, deals: 0 });
  expect((await hubspot.ask('POST', `${deals}/search`, {})).body.total).toBe(0);
  expect((await hubspot.ask('GET', '/crm/v3/properties/deals/dealname')).status).toBe(200);
});

test('webhooks are set and stopped from another process', async () => {
  const settings = {
    url: 'http://127.0.0.1:1/hooks',
    secret: 'secret',
    subscriptions: [{ type: 'deal.creation' }],
  };
  expect((await hubspot.ask('PUT', '/emulator/webhooks', settings)).body).toMatchObject(settings);
  expect((await hubspot.ask('PUT', '/emulator/webhooks', { url: 'nowhere' })).status).toBe(400);
  expect(hubspot.emulator.webhooks.settings).toMatchObject(settings);
  await hubspot.ask('DELETE', '/emulator/webhooks');
  expect(hubspot.emulator.webhooks.settings).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { sql } from '#server/db/sql.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type RunningEmulator, startEmulator } from '../../../hubspot-emulator/start.ts';
import { setUpCrm } from './set-up-crm.ts';

let database: TestDatabase;
let emulator: RunningEmulator;
beforeAll(async () => {
  database = await freshDatabase();
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator.stop();
  await database.drop();
});

function setUp(env: Record<string, string> = {}): Promise<string[]> {
  const config = readConfig({
    HUBSPOT_ACCESS_TOKEN: emulator.key,
    HUBSPOT_BASE_URL: emulator.url,
    ...env,
  });
  return setUpCrm({ db: database.db, config, clock: () => new Date() });
}

test('Without the right, or without a key, it says so in one line and makes nothing', async () => {
  const unset = setUp({ HUBSPOT_ACCESS_TOKEN: '' });
  await expect(unset).rejects.toThrow(OperatorError);
  await expect(unset).rejects.toThrow(/^HUBSPOT_ACCESS_TOKEN is not set: [^\n]+$/);
  await expect(setUp({ HUBSPOT_ACCESS_TOKEN: 'another' })).rejects.toThrow(
    /^HubSpot refuses the key of HUBSPOT_ACCESS_TOKEN: [^\n]+$/,
  );
  emulator.control.setKey({ scopes: ['crm.objects.deals.read', 'crm.objects.companies.read'] });
  await expect(setUp()).rejects.toThrow(
    /^The key of HUBSPOT_ACCESS_TOKEN may not make properties: .+crm\.schemas\.deals\.write$/,
  );
  emulator.control.setKey({ scopes: 'all' });
});

test('It makes what is missing and says what, also where answers are lost; then nothing is missing', async () => {
  emulator.control.setFaults({ dropAfterShare: 0.3 });
  const lines = await setUp();
  emulator.control.clearFaults();
  expect(lines).toContain('Made the property group Partner Portal of deals.');
  expect(lines).toContain('Made the property partner_portal_lead_id of deals.');
  expect(lines).toContain('Made the property partner_commission_payable of companies.');
  expect(lines).toHaveLength(20);
  expect(await setUp()).toEqual(['Nothing was missing: all 18 properties are there.']);
});

test('A day’s limit that was once met does not keep anybody from it', async () => {
  await database.db.query(sql`
    insert into crm_budget (name, most, milliseconds, remaining, told_at)
    values ('day', 250000, 86400000, 0, now())
    on conflict (name) do update set remaining = 0, told_at = excluded.told_at`);
  expect(await setUp()).not.toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connectCrm } from '#server/crm/connection/connection.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type RunningEmulator, startEmulator } from '../../hubspot-emulator/start.ts';
import { connectDemoCrm } from './demo-crm.ts';

let database: TestDatabase;
let emulator: RunningEmulator;
beforeAll(async () => {
  database = await freshDatabase();
  emulator = await startEmulator();
  await connectCrm(database.db);
});
afterAll(async () => {
  await emulator.stop();
  await database.drop();
});

const connect = () => {
  const env = { HUBSPOT_ACCESS_TOKEN: emulator.key, HUBSPOT_BASE_URL: emulator.url };
  return connectDemoCrm({ db: database.db, config: readConfig(env), clock: () => new Date() });
};

test('Faults that are switched on in the emulator are told, and do not stop the start', async () => {
  emulator.control.setKey({ status: 'revoked' });
  const [place, why] = await connect();
  expect(place).toContain(emulator.url);
  expect(why).toContain('It is not set up yet (HubSpot refuses the key');
  emulator.control.setKey({ status: 'active' });
  expect((await connect())[1]).toContain('the portal follows within a minute');
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Handler } from '#server/jobs/jobs.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import type { HubSpotClient } from './hubspot-client.ts';
import { HubSpotFault, HubSpotRefused } from './hubspot-errors.ts';
import { pushHandler } from './push.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.empty());

const deals = () => bench.control.list('deals');

test('One bad lead is parked in plain words and stops nobody', async () => {
  await bench.addLead({});
  const bad = await bench.addLead({ email: 'not.an.address' });
  await bench.addLead({ email: 'bob@acme.example' });
  await bench.pushAll();
  expect(deals()).toHaveLength(2);
  expect(await bench.jobs()).toMatchObject([
    { key: bad.id, reason: expect.stringMatching(/^HubSpot refuses the email not.an.address: /) },
  ]);
  await bench.db.query(sql`update leads set email = 'eve@acme.example' where id = ${bad.id}`);
  await bench.pushAll();
  expect(deals()).toHaveLength(3);
  expect(await bench.jobs()).toEqual([]);
});

/** A HubSpot that answers so to every batch with the deal of this lead, without saying which it is. */
function whereDealFails(leadId: string, error: Error): Handler {
  const { context } = bench;
  const batchUpsert: HubSpotClient['batchUpsert'] = async (type, property, inputs, signal) => {
    if (inputs.some(({ id }) => id === leadId)) throw error;
    return context.client.batchUpsert(type, property, inputs, signal);
  };
  return pushHandler({ ...context, client: { ...context.client, batchUpsert } });
}
const refusal = {
  category: 'VALIDATION_ERROR',
  message: 'Not so',
  faults: [],
  codes: [],
  traces: [],
  ids: [],
};

test.each([
  [
    new HubSpotRefused(400, refusal),
    { reason: 'HubSpot refuses the lead of p6@x.example: Not so', parked_at: expect.any(String) },
  ],
  [
    new HubSpotFault('unreachable', 'HubSpot answered 500', 500),
    { reason: 'HubSpot answered 500', parked_at: null, attempts: 1 },
  ],
])('One bad lead is found where HubSpot refuses all for it: %s', async (error, job) => {
  const leads = [];
  for (let i = 0; i < 11; i++) leads.push(await bench.addLead({ email: `p${i}@x.example` }));
  const bad = leads[6]?.id ?? '';
  await bench.work(whereDealFails(bad, error));
  expect(deals()).toHaveLength(10);
  expect(await bench.jobs()).toMatchObject([{ key: bad, ...job }]);
  expect(await bench.db.query(sql`select fault from crm`)).toEqual([{ fault: null }]);
});

test('What is only good to have stops nobody where HubSpot does not take it', async () => {
  const { context, control } = bench;
  control.create('contacts', { email: 'ada@acme.example' });
  control.create('companies', { name: 'Acme' });
  await bench.addLead({});
  const batchUpdate: HubSpotClient['batchUpdate'] = async () => {
    throw new HubSpotRefused(400, refusal);
  };
  const lead = await bench.db.query(sql`update leads set status = 'unheard of' returning id`);
  expect(lead).toHaveLength(1);
  await bench.work(pushHandler({ ...context, client: { ...context.client, batchUpdate } }));
  expect(deals()).toHaveLength(1);
  expect(await bench.jobs()).toEqual([]);
});

test('An outage that looks like that is no fault of the leads', async () => {
  const lead = await bench.addLead({});
  const outage = new HubSpotFault('unreachable', 'HubSpot answered 500', 500);
  bench.control.startOutage(60_000);
  await bench.work(whereDealFails(lead.id, outage));
  expect(await bench.jobs()).toMatchObject([{ key: lead.id, attempts: 0, parked_at: null }]);
  expect(await bench.db.query(sql`select fault->>'kind' as kind from crm`)).toEqual([
    { kind: 'unreachable' },
  ]);
});

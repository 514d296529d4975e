import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HubSpotClient, hubspotClient } from '#server/crm/hubspot/client.ts';
import { HubSpotFault, HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { sql } from '#server/db/sql.ts';
import type { Handler } from '#server/jobs/jobs.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
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

test.each([
  [5, 'the same', { attempts: 1, parked_at: null }],
  [4, 'the same', { attempts: 1, parked_at: expect.any(String) }],
  [5, 'each its own', { attempts: 1, parked_at: expect.any(String) }],
])(
  'Of %i leads that HubSpot refuses for %s reason: all for one are tried again by themselves',
  async (count, reasons, job) => {
    for (let i = 0; i < count; i++) await bench.addLead({ email: `p${i}@x.example` });
    const { context } = bench;
    const batchUpsert: HubSpotClient['batchUpsert'] = async (type, property, inputs, signal) => {
      if (type !== 'deals') return context.client.batchUpsert(type, property, inputs, signal);
      const refusals = inputs.map(({ trace }) => ({
        ...refusal,
        message: reasons === 'the same' ? 'Owner is required' : `Not so: ${trace}`,
        traces: [trace],
      }));
      return { results: [], refusals };
    };
    const refusing = pushHandler({ ...context, client: { ...context.client, batchUpsert } });
    await bench.work(refusing);
    expect(await bench.jobs()).toMatchObject(Array(count).fill(job));
    if (job.parked_at !== null) return;
    // Also when they do not come together any more.
    await bench.db.query(sql`
      update jobs set run_at = now() where key = (select min(key) from jobs where kind = 'push_lead')`);
    await bench.work(refusing);
    expect((await bench.jobs())[0]).toMatchObject({ attempts: 2, parked_at: null });
    await bench.db.query(sql`update jobs set run_at = now()`);
    await bench.pushAll();
    expect(await bench.jobs()).toEqual([]);
    expect(deals()).toHaveLength(count);
  },
);

test('A proxy that answers instead of HubSpot parks no lead: they wait, and drain when it is gone', async () => {
  for (let i = 0; i < 3; i++) await bench.addLead({ email: `p${i}@x.example` });
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token: 'key',
    budget: { take: async () => 0, learn: async () => {}, refused: async () => {} },
    wait: async () => {},
    fetch: async () => new Response('<html>Not here</html>', { status: 404 }),
  });
  await bench.work(pushHandler({ ...bench.context, client }));
  expect(await bench.jobs()).toMatchObject(Array(3).fill({ attempts: 0, parked_at: null }));
  const fault = sql`select fault->>'kind' as kind, fault->>'detail' as detail from crm`;
  const detail = "HubSpot's address answered with something that is not HubSpot's (404)";
  expect(await bench.db.query(fault)).toEqual([{ kind: 'unreachable', detail }]);
  await bench.db.query(sql`update crm set probe_at = now() - interval '1 s'`);
  await bench.pushAll();
  expect(await bench.jobs()).toEqual([]);
  expect(deals()).toHaveLength(3);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HubSpotClient } from '#server/crm/hubspot/client.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { pushHandler } from './push.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.empty());

/** Sends what waits to a HubSpot some of whose calls are answered otherwise. */
const pushWith = (changes: Partial<HubSpotClient>) => {
  const { context } = bench;
  return bench.work(pushHandler({ ...context, client: { ...context.client, ...changes } }));
};
const nothing = async () => ({ results: [], refusals: [] });
const nowDue = () => bench.db.query(sql`update jobs set run_at = now()`);
const drains = async () => {
  await nowDue();
  await bench.pushAll();
  expect(await bench.jobs()).toEqual([]);
};

test.each([
  ['batchUpsert', 'the company acme'],
  ['batchCreate', 'the email ada@acme.example'],
] as const)('What %s leaves out of its answer is tried again: %s', async (call, what) => {
  const { id } = await bench.addLead({});
  await pushWith({ [call]: nothing });
  const reason = `HubSpot did not say what became of ${what}`;
  expect(await bench.jobs()).toMatchObject([{ key: id, attempts: 1, reason, parked_at: null }]);
  await drains();
  expect(bench.control.list('deals')).toHaveLength(1);
});

test('A deal that is left out, new or known, is tried again, and stops none beside it', async () => {
  const { client } = bench.context;
  const left = await bench.addLead({ email: 'left@acme.example' });
  await bench.addLead({ email: 'ada@acme.example' });
  const without =
    (call: HubSpotClient['batchUpdate']): HubSpotClient['batchUpdate'] =>
    async (type, inputs, signal) => {
      const batch = await call(type, inputs, signal);
      const isLeft = ({ objectWriteTraceId }: { objectWriteTraceId?: string | undefined }) =>
        type === 'deals' && objectWriteTraceId === left.id;
      return { ...batch, results: batch.results.filter((one) => !isLeft(one)) };
    };
  const reason = 'HubSpot did not say what became of the deal';
  await pushWith({
    batchUpsert: (type, property, inputs, signal) =>
      without((_, all) => client.batchUpsert(type, property, all, signal))(type, inputs),
  });
  expect(await bench.jobs()).toMatchObject([{ key: left.id, attempts: 1, reason }]);
  await drains();
  await bench.db.query(sql`update leads set title = 'CTO'`);
  await pushWith({ batchUpdate: without(client.batchUpdate) });
  expect(await bench.jobs()).toMatchObject([{ key: left.id, attempts: 1, reason }]);
  await drains();
  expect(
    bench.control.list('deals').map(({ properties }) => properties.partner_portal_title),
  ).toEqual(['CTO', 'CTO']);
});

test('Associations that are not in the answer are asked for again', async () => {
  const { id } = await bench.addLead({});
  await pushWith({ associate: async () => ({ made: [], refusals: [] }) });
  expect(await bench.jobs()).toMatchObject([
    {
      key: id,
      attempts: 1,
      reason: 'HubSpot does not link its deal: It did not say whether it has',
    },
  ]);
  await drains();
  const [deal] = bench.control.list('deals');
  expect(bench.control.associatedIds('deals', deal?.id ?? '', 'contacts')).toHaveLength(1);
});

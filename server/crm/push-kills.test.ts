import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CrmBench, crmBench } from '#test/crm.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.empty());

async function addLeads(): Promise<string[]> {
  bench.control.create('companies', { name: 'Beta' });
  bench.control.create('contacts', { email: 'bob@beta.example' });
  const leads = [
    await bench.addLead({ email: 'ada@acme.example', website: 'acme.example' }),
    await bench.addLead({ email: 'ada@acme.example', website: 'acme.example' }),
    await bench.addLead({ email: 'bob@beta.example', company_name: 'Beta' }),
  ];
  return leads.map(({ id }) => id).sort();
}

function there() {
  const { control } = bench;
  const linked = (id: string, to: 'contacts' | 'companies') =>
    control.associatedIds('deals', id, to).length;
  return {
    deals: control
      .list('deals')
      .map(({ id, properties }) => [
        properties.partner_portal_lead_id,
        linked(id, 'contacts'),
        linked(id, 'companies'),
      ])
      .sort(),
    contacts: control.list('contacts').map(({ properties }) => properties.email),
    companies: control.list('companies').map(({ properties }) => properties.name),
  };
}

test('Killed between any two calls, nothing is lost and nothing is doubled', async () => {
  let calls = 1;
  for (let isKilled = true; isKilled; calls++) {
    await bench.empty();
    const ids = await addLeads();
    isKilled = await bench.pushUntilKilled(calls);
    await bench.pushAll();
    expect(there(), `killed after ${calls} calls`).toEqual({
      deals: ids.map((id) => [id, 1, 1]),
      contacts: ['bob@beta.example', 'ada@acme.example'],
      companies: ['Beta', 'Acme'],
    });
    expect(await bench.jobs()).toEqual([]);
    expect((await bench.links()).map(({ lead_id }) => lead_id)).toEqual(ids);
  }
  expect(calls).toBeGreaterThan(9);
});

test('Where answers are lost, refused and broken, the same is made as where none is', async () => {
  bench.control.setFaults({ dropAfterShare: 0.2, share429: 0.15, share500: 0.15, share423: 0.05 });
  const ids = await addLeads();
  await bench.pushAll();
  bench.control.clearFaults();
  expect(there().deals).toEqual(ids.map((id) => [id, 1, 1]));
  expect(there().contacts).toHaveLength(2);
  expect(there().companies).toHaveLength(2);
});

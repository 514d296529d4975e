import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
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
}, 120_000);

/** A push that is killed when the deal has been made, before anybody has taken that down. */
async function leaveUnrecorded(): Promise<string> {
  let calls = 1;
  let lead = await bench.addLead({});
  while (bench.control.list('deals').length === 0) {
    await bench.empty();
    lead = await bench.addLead({});
    await bench.pushUntilKilled(calls++);
  }
  expect(await bench.links()).toEqual([]);
  return lead.id;
}

test('A deal that sales has moved before anybody took down that it was made stays where it is', async () => {
  await leaveUnrecorded();
  const [deal] = bench.control.list('deals');
  bench.control.update('deals', deal?.id ?? '', { dealstage: 'closedwon' });
  await bench.pushAll();
  expect(bench.control.list('deals')).toMatchObject([{ properties: { dealstage: 'closedwon' } }]);
  expect(await bench.links()).toMatchObject([{ deal_id: deal?.id, agreed_status: null }]);
  const unread = await bench.db.query(sql`select key from jobs where key = ${`deals ${deal?.id}`}`);
  expect(unread).toHaveLength(1);
});

test('A lead that is deleted before anybody took down that its deal was made has it marked', async () => {
  const id = await leaveUnrecorded();
  await bench.db.query(sql`delete from leads where id = ${id}`);
  await bench.pushAll();
  expect(bench.control.list('deals')).toMatchObject([
    { properties: { partner_portal_deleted: 'true' } },
  ]);
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

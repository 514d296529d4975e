import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { bundleCrmProcess, startCrmProcess } from '#test/crm-process.ts';

const leads = 150;

let bench: CrmBench;
beforeAll(async () => {
  await bundleCrmProcess();
  bench = await crmBench();
});
afterAll(() => bench.close());

test('Two processes, one of which is killed twice, send all leads once though a third of the answers fail', async () => {
  const { control, emulator, db } = bench;
  control.setFaults({ share429: 0.15, share500: 0.15, dropAfterShare: 0.05 });
  for (let i = 0; i < leads; i++) {
    // Every fifth shares its contact, every third its company, with another.
    const email = `p${i % 5 === 0 ? 0 : i}@x.example`;
    await bench.addLead({ email, company_name: `Company ${i % 3 === 0 ? 0 : i}` });
  }
  const env = {
    DATABASE_URL: bench.url,
    HUBSPOT_ACCESS_TOKEN: emulator.key,
    HUBSPOT_BASE_URL: emulator.url,
  };
  const [killed, other] = [startCrmProcess(env), startCrmProcess(env)];
  try {
    for (const made of [3, 8]) {
      const before = control.requests.length;
      await expect.poll(() => control.requests.length).toBeGreaterThan(before + made);
      await killed.killAndStart();
      // The time passes after which it is believed to be dead; the other one counts as dead, too.
      await db.query(sql`update jobs set claimed_until = now() where kind = 'push_lead'`);
    }
    await expect.poll(() => bench.jobs(), { timeout: 60_000, interval: 200 }).toEqual([]);
  } finally {
    await Promise.all([killed.kill(), other.kill()]);
  }
  control.clearFaults();
  const sent = control.list('deals').map(({ id, properties }) => ({
    lead: properties.partner_portal_lead_id ?? '',
    email: control
      .associatedIds('deals', id, 'contacts')
      .map((contact) => control.find('contacts', contact)?.properties.email),
    company: control
      .associatedIds('deals', id, 'companies')
      .map((company) => control.find('companies', company)?.properties.name),
  }));
  const rows = await db.query<{ lead: string; email: string; company: string }>(sql`
    select id as lead, email, company_name as company from leads order by id`);
  const byLead = (a: { lead: string }, b: { lead: string }) => (a.lead < b.lead ? -1 : 1);
  expect(sent.sort(byLead)).toEqual(
    rows.map(({ lead, email, company }) => ({ lead, email: [email], company: [company] })),
  );
  expect(control.list('contacts')).toHaveLength(new Set(rows.map(({ email }) => email)).size);
  expect(control.list('companies')).toHaveLength(new Set(rows.map(({ company }) => company)).size);
  expect((await bench.links()).map(({ lead_id }) => lead_id)).toEqual(rows.map(({ lead }) => lead));
}, 120_000);

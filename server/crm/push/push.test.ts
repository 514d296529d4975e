import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HubSpotClient } from '#server/crm/hubspot/client.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { storePushed } from './push.queries.ts';
import { pushHandler } from './push.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.empty());

/** What HubSpot has, as sales sees it: every deal with its contact and its company. */
function deals() {
  const { control } = bench;
  return control
    .list('deals')
    .map(({ id, properties }) => ({
      lead: properties.partner_portal_lead_id,
      name: properties.dealname,
      stage: properties.dealstage,
      contacts: control
        .associatedIds('deals', id, 'contacts')
        .map((contact) => control.find('contacts', contact)?.properties.email),
      companies: control
        .associatedIds('deals', id, 'companies')
        .map((company) => control.find('companies', company)?.properties.name),
    }))
    .sort((a, b) => String(a.lead).localeCompare(String(b.lead)));
}

test('A lead becomes a deal of its own, with its contact, its company and its partner', async () => {
  const lead = await bench.addLead({ website: 'https://www.acme.example/en', title: 'Countess' });
  await bench.pushAll();
  expect(deals()).toEqual([
    {
      lead: lead.id,
      name: 'Acme – Ada Lovelace',
      stage: 'appointmentscheduled',
      contacts: ['ada@acme.example'],
      companies: ['Acme'],
    },
  ]);
  const { control, partner } = bench;
  expect(control.list('deals')[0]?.properties).toMatchObject({
    pipeline: 'default',
    partner_portal_partner_id: partner.id,
    partner_portal_partner_name: 'Pat Partner',
    partner_portal_deleted: 'false',
    partner_portal_title: 'Countess',
    partner_portal_phone: '+44 20 7946 0001',
  });
  expect(control.list('deals')[0]?.properties.amount).toBeUndefined();
  const [contact] = control.list('contacts');
  expect(contact?.properties).toMatchObject({
    firstname: 'Ada',
    jobtitle: 'Countess',
    hs_lead_status: 'NEW',
  });
  const [company] = control.list('companies');
  expect(company?.properties).toMatchObject({ domain: 'acme.example', name: 'Acme' });
  expect(control.associatedIds('contacts', contact?.id ?? '', 'companies')).toEqual([company?.id]);
  expect(await bench.jobs()).toEqual([]);
  expect(await bench.links()).toMatchObject([
    {
      lead_id: lead.id,
      deal_id: control.list('deals')[0]?.id,
      contact_id: contact?.id,
      company_id: company?.id,
      pushed_version: 1,
      agreed_status: 'new',
      stage: 'appointmentscheduled',
      lead_status: 'NEW',
    },
  ]);
});

test('Leads with the same email share a contact, leads of one company a company', async () => {
  await bench.addLead({ email: 'Ada@Acme.example' });
  await bench.addLead({ email: 'ada@acme.example', company_name: 'ACME ' });
  await bench.addLead({ email: 'bob@acme.example' });
  await bench.pushAll();
  expect(bench.control.list('deals')).toHaveLength(3);
  expect(bench.control.list('contacts')).toHaveLength(2);
  expect(bench.control.list('companies')).toHaveLength(1);
  await bench.addLead({ email: 'ada@acme.example' });
  await bench.pushAll();
  expect(bench.control.list('contacts')).toHaveLength(2);
  expect(bench.control.list('companies')).toHaveLength(1);
});

test('What sales has is found: a contact by any of its emails, a company by domain and by name', async () => {
  const { control } = bench;
  const ada = control.create('contacts', { email: 'ada@acme.example', firstname: 'A.' });
  const old = control.create('contacts', { email: 'lovelace@acme.example' });
  control.merge('contacts', ada.id, old.id);
  const acme = control.create('companies', { name: 'Acme Holding', domain: 'acme.example' });
  const beta = control.create('companies', { name: 'Beta Ltd' });
  await bench.addLead({ email: 'lovelace@acme.example', website: 'acme.example' });
  await bench.addLead({ email: 'bob@beta.example', company_name: 'beta  ltd' });
  await bench.pushAll();
  expect(control.list('contacts')).toHaveLength(2);
  expect(control.find('contacts', ada.id)?.properties.lastname).toBe('Lovelace');
  expect(control.list('companies').map(({ id }) => id)).toEqual([acme.id, beta.id]);
  expect(control.find('companies', acme.id)?.properties).toMatchObject({
    name: 'Acme Holding',
    partner_portal_company_key: 'domain:acme.example',
  });
});

test('Of several companies that are called the same the oldest is taken, whoever was changed last', async () => {
  const { control } = bench;
  const [old, young] = ['Old', 'Young'].map((city) =>
    control.create('companies', { name: 'Acme', city }),
  );
  control.update('companies', old?.id ?? '', { city: 'Older' });
  await bench.addLead({});
  await bench.pushAll();
  const keyOf = (id = '') => control.find('companies', id)?.properties.partner_portal_company_key;
  expect([keyOf(old?.id), keyOf(young?.id)]).toEqual(['name:acme', undefined]);
});

test('Where somebody else makes the contact in between, theirs is taken', async () => {
  const { context, control } = bench;
  const theirs = control.create('contacts', { email: 'ada@acme.example' });
  await bench.addLead({});
  await bench.addLead({ email: 'bob@acme.example' });
  const batchRead: HubSpotClient['batchRead'] = async (type, reading, signal) =>
    type === 'contacts'
      ? { results: [], refusals: [] }
      : context.client.batchRead(type, reading, signal);
  await bench.work(pushHandler({ ...context, client: { ...context.client, batchRead } }));
  expect(deals().map(({ contacts }) => contacts)).toEqual([
    ['ada@acme.example'],
    ['bob@acme.example'],
  ]);
  expect(control.list('contacts').map(({ id }) => id)).toContain(theirs.id);
  expect(control.list('contacts')).toHaveLength(2);
});

test('A company that the portal has used before is known without a search, whatever sales calls it', async () => {
  const { control } = bench;
  await bench.addLead({});
  await bench.pushAll();
  const [acme] = control.list('companies');
  control.update('companies', acme?.id ?? '', { name: 'Acme (Europe)' });
  control.requests.length = 0;
  await bench.addLead({ email: 'bob@acme.example' });
  await bench.pushAll();
  expect(control.list('companies')).toHaveLength(1);
  expect(control.requests.filter(({ url }) => url.includes('search'))).toEqual([]);
});

test('What sales has written in a contact stays; what was blank is filled in', async () => {
  const { control } = bench;
  control.create('contacts', { email: 'ada@acme.example', firstname: 'A.', phone: '1' });
  await bench.addLead({ title: 'Countess' });
  await bench.pushAll();
  expect(control.list('contacts')[0]?.properties).toMatchObject({
    firstname: 'A.',
    phone: '1',
    lastname: 'Lovelace',
    jobtitle: 'Countess',
  });
});

test('A lead without company and website has none in HubSpot either', async () => {
  const lead = await bench.addLead({});
  await bench.db.query(sql`update leads set company_name = null where id = ${lead.id}`);
  await bench.pushAll();
  expect(deals()).toMatchObject([{ name: 'Ada Lovelace', companies: [] }]);
  expect(bench.control.list('companies')).toEqual([]);
});

test('A corrected lead changes its deal, and what was cleared is cleared there', async () => {
  const lead = await bench.addLead({ title: 'Countess' });
  await bench.pushAll();
  await bench.db.query(sql`
    update leads set first_name = 'Augusta', title = null, email = 'augusta@acme.example'
    where id = ${lead.id}`);
  await bench.pushAll();
  expect(deals()).toMatchObject([{ name: 'Acme – Augusta Lovelace' }]);
  expect(deals()[0]?.contacts).toContain('augusta@acme.example');
  expect(bench.control.list('deals')[0]?.properties.partner_portal_title).toBeUndefined();
  const [contact] = bench.control.list('contacts').slice(-1);
  expect(await bench.links()).toMatchObject([{ pushed_version: 2, contact_id: contact?.id }]);
});

test('A hundred leads take a dozen calls', async () => {
  for (let i = 0; i < 100; i++) {
    const [email, company_name] = [`p${i}@x${i}.example`, `Company ${i}`];
    await bench.addLead({ email, company_name });
  }
  bench.control.requests.length = 0;
  await bench.pushAll();
  expect(deals()).toHaveLength(100);
  expect(bench.control.requests.length).toBeLessThanOrEqual(12);
});

test('A deleted lead keeps its deal, which is marked, and unmarked when it is restored', async () => {
  const lead = await bench.addLead({});
  const unknown = await bench.addLead({ email: 'eve@acme.example' });
  await bench.db.query(sql`delete from leads where id = ${unknown.id}`);
  await bench.pushAll();
  const marked = () =>
    bench.control.list('deals').map((deal) => deal.properties.partner_portal_deleted);
  expect(marked()).toEqual(['false']);
  await bench.db.query(sql`
    with gone as (delete from leads where id = ${lead.id} returning *)
    insert into deleted_leads
    select (jsonb_populate_record(
      null::deleted_leads, to_jsonb(gone) || jsonb_build_object('deleted_at', now()))).*
    from gone`);
  await bench.pushAll();
  expect(marked()).toEqual(['true']);
  expect(await bench.links()).toMatchObject([{ is_marked_deleted: true }]);
  await bench.db.query(sql`
    insert into leads select (jsonb_populate_record(null::leads, to_jsonb(deleted_leads))).*
    from deleted_leads where id = ${lead.id}`);
  await bench.db.query(sql`delete from deleted_leads`);
  await bench.pushAll();
  expect(marked()).toEqual(['false']);
  expect(deals()).toHaveLength(1);
});

test('A deal that was archived in HubSpot is not made again', async () => {
  const lead = await bench.addLead({});
  await bench.pushAll();
  const [deal] = bench.control.list('deals');
  bench.control.archive('deals', deal?.id ?? '');
  await bench.db.query(sql`update leads set title = 'Countess' where id = ${lead.id}`);
  await bench.pushAll();
  expect(deals()).toEqual([]);
  expect(await bench.jobs()).toEqual([]);
  expect(await bench.links()).toMatchObject([{ archived_at: expect.any(String) }]);
});

test('A lead whose status nobody has changed does not set back a contact that sales works on', async () => {
  bench.control.create('contacts', { email: 'ada@acme.example', hs_lead_status: 'CONNECTED' });
  await bench.addLead({});
  await bench.pushAll();
  expect(bench.control.list('contacts')[0]?.properties.hs_lead_status).toBe('CONNECTED');
  expect(await bench.links()).toMatchObject([{ agreed_status: null, lead_status_at: null }]);
});

test("An administrator's change of a status moves the deal or its contact, once", async () => {
  const lead = await bench.addLead({});
  await bench.pushAll();
  const change = async (status: string) => {
    await bench.db.query(sql`
      update leads set status = ${status}, status_key = ${status}, status_changed_at = now()
      where id = ${lead.id}`);
    await bench.pushAll();
  };
  const there = () => ({
    stage: bench.control.list('deals')[0]?.properties.dealstage,
    lead_status: bench.control.list('contacts')[0]?.properties.hs_lead_status,
  });
  await change('connected');
  expect(there()).toEqual({ stage: 'appointmentscheduled', lead_status: 'CONNECTED' });
  await change('closed won');
  expect(there()).toMatchObject({ stage: 'closedwon' });
  expect(await bench.links()).toMatchObject([{ agreed_status: 'closed won', stage: 'closedwon' }]);
  expect(await bench.jobs()).toEqual([]);
});

test('A partner who is called otherwise, or is gone, is told on the deals', async () => {
  await bench.addLead({});
  await bench.pushAll();
  const name = () => bench.control.list('deals')[0]?.properties.partner_portal_partner_name;
  const { id } = bench.partner;
  await bench.db.query(sql`update users set name = 'Pat Smith' where id = ${id}`);
  await bench.pushAll();
  expect(name()).toBe('Pat Smith');
  await bench.db.query(sql`update users set deleted_at = now() where id = ${id}`);
  await bench.pushAll();
  expect(name()).toBe('Unknown Partner');
  await bench.db.query(
    sql`update users set deleted_at = null, name = 'Pat Partner' where id = ${id}`,
  );
});

test('What was read of a status while it was being sent stays where it is the later', async () => {
  const { id } = await bench.addLead({});
  const sent = {
    lead_id: id,
    deal_id: '1',
    contact_id: '2',
    company_id: null,
    pushed_version: 1,
    is_marked_deleted: false,
    agreed_status: 'new',
    stage: 'appointmentscheduled',
    stage_at: '2026-11-16T08:00:00.000Z',
    lead_status: 'NEW',
    lead_status_at: '2026-11-16T08:00:00.000Z',
  };
  const later = {
    ...sent,
    agreed_status: 'closed won',
    stage: 'closedwon',
    stage_at: '2026-11-16T08:00:01.000Z',
    lead_status: 'CONNECTED',
    lead_status_at: '2026-11-16T08:00:01.000Z',
  };
  const nothing = {
    ...sent,
    agreed_status: null,
    stage: null,
    stage_at: null,
    lead_status: null,
    lead_status_at: null,
  };
  await storePushed(bench.db, [sent]);
  for (const next of [later, sent, nothing]) {
    await storePushed(bench.db, [next]);
    expect(await bench.links()).toMatchObject([later]);
  }
  const another = { ...nothing, contact_id: '3' };
  await storePushed(bench.db, [another]);
  expect(await bench.links()).toMatchObject([
    { contact_id: '3', stage: 'closedwon', lead_status: null, lead_status_at: null },
  ]);
});

test('What came from HubSpot is not sent back, and nothing while it is not connected', async () => {
  const lead = await bench.addLead({});
  await bench.pushAll();
  await bench.db.transaction(async (tx) => {
    await tx.query(sql`select set_config('portal.from_crm', 'on', true)`);
    await tx.query(sql`update leads set status = 'connected' where id = ${lead.id}`);
  });
  expect(await bench.jobs()).toEqual([]);
  expect(await bench.links()).toMatchObject([{ pushed_version: 2 }]);
  await bench.db.query(sql`update crm set on_since = null`);
  await bench.db.query(sql`update leads set title = 'Dr' where id = ${lead.id}`);
  await bench.db.query(sql`update crm set on_since = now()`);
  expect(await bench.jobs()).toEqual([]);
});

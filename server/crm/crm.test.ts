import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { parkedJobId } from '#test/every-route.ts';
import { addLead } from '#test/portal.ts';
import { makeProperties } from './hubspot/make-properties.ts';
import { refreshValues } from './kept/account-values.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
  await makeProperties(portal.crm.client, {
    commission_payable_to_partner: 'partner_commission_payable',
    alltime_commission_payable: 'partner_commission_alltime',
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.advance(1_000);
  await portal.db.query(sql`delete from jobs`);
});

const readCrm = async () => (await portal.admin.call(routes.getCrm)).body.crm;
const listedValue = async (value: string) =>
  (await readCrm()).values.find((one) => one.value === value);
const name = (kind: 'stage' | 'lead_status', value: string, status: string | null) =>
  portal.admin.call(routes.changeCrmMapping, { body: { values: [{ kind, value, status }] } });

test('The values of the account are listed in its order, the usual ones named', async () => {
  const { values } = await readCrm();
  expect(values.map(({ kind, value, status, is_new }) => [kind, value, status, is_new])).toEqual([
    ['stage', 'appointmentscheduled', null, false],
    ['stage', 'qualifiedtobuy', null, true],
    ['stage', 'presentationscheduled', null, true],
    ['stage', 'decisionmakerboughtin', null, true],
    ['stage', 'contractsent', 'application sent', false],
    ['stage', 'closedwon', 'closed won', false],
    ['stage', 'closedlost', 'closed lost', false],
    ['lead_status', 'NEW', 'new', false],
    ['lead_status', 'OPEN', 'open', false],
    ['lead_status', 'IN_PROGRESS', 'in progress', false],
    ['lead_status', 'OPEN_DEAL', 'open deal', false],
    ['lead_status', 'UNQUALIFIED', 'unqualified', false],
    ['lead_status', 'ATTEMPTED_TO_CONTACT', 'attempted to contact', false],
    ['lead_status', 'CONNECTED', 'connected', false],
    ['lead_status', 'BAD_TIMING', null, true],
  ]);
  expect(await listedValue('ATTEMPTED_TO_CONTACT')).toMatchObject({
    label: 'Attempted to Contact',
  });
});

test('A value without a name leaves a lead as it is; named, its leads get the name in the background', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.hubspot.update('deals', deal, { dealstage: 'qualifiedtobuy' });
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('new');
  expect(await listedValue('qualifiedtobuy')).toMatchObject({ leads: 1, is_new: true });

  expect((await name('stage', 'qualifiedtobuy', 'Open Deal')).status).toBe(200);
  expect(await listedValue('qualifiedtobuy')).toMatchObject({ status: 'Open Deal', is_new: false });
  await portal.work('apply_crm_name');
  expect(await portal.statusOf(lead)).toBe('Open Deal');

  await name('stage', 'qualifiedtobuy', 'in progress');
  await portal.work('apply_crm_name');
  expect(await portal.statusOf(lead)).toBe('in progress');
  // No name: the lead stays, and nobody is asked again.
  await name('stage', 'qualifiedtobuy', null);
  await portal.work('apply_crm_name');
  expect(await portal.statusOf(lead)).toBe('in progress');
  expect(await listedValue('qualifiedtobuy')).toMatchObject({ status: null, is_new: false });
  expect(await portal.jobs('push_lead')).toEqual([]);
});

test('More leads than one turn takes all get the new name, each once', async () => {
  const { lead } = await portal.linkedLead();
  await portal.db.query(sql`
    with more as (
      insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
      select uuid_v7(), ${lead.partner_id}, 'c', 'connected', 'connected', '', 'form', now()
      from generate_series(1, 450) returning id
    )
    insert into crm_leads (lead_id, deal_id, stage, stage_at, lead_status, lead_status_at, agreed_status)
    select id, id::text, 'appointmentscheduled', now(), 'CONNECTED', now(), 'connected' from more`);
  await portal.db.query(sql`delete from jobs`);
  await name('lead_status', 'CONNECTED', 'contacted');
  await portal.work('apply_crm_name');
  const [row] = await portal.db.query<{ leads: number; events: number }>(sql`
    select (select count(*) from leads where status = 'contacted') as leads,
      (select count(*) from events where data->>'to' = 'contacted') as events`);
  expect(row).toEqual({ leads: 450, events: 450 });
  await name('lead_status', 'CONNECTED', 'connected');
});

test('A value that nobody has seen before is listed as soon as a record stands in it', async () => {
  const { lead, deal } = await portal.linkedLead();
  await portal.db.query(sql`delete from crm_values where value = 'decisionmakerboughtin'`);
  portal.hubspot.update('deals', deal, { dealstage: 'decisionmakerboughtin' });
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('new');
  const seen = { label: 'decisionmakerboughtin', status: null, is_new: true, leads: 1 };
  expect(await listedValue('decisionmakerboughtin')).toMatchObject(seen);
  await portal.work('read_crm_values');
  const label = 'Decision maker bought-in';
  expect((await listedValue('decisionmakerboughtin'))?.label.toLowerCase()).toBe(
    label.toLowerCase(),
  );
});

test('What the account has no more is listed while leads stand in it', async () => {
  const { lead } = await portal.linkedLead();
  await portal.db.query(sql`
    insert into crm_values (kind, value, label, position) values ('lead_status', 'OLD', 'Old', 99)`);
  await refreshValues(portal.crm);
  expect(await listedValue('OLD')).toBeUndefined();
  await portal.db.query(sql`update crm_leads set lead_status = 'OLD' where lead_id = ${lead.id}`);
  expect(await listedValue('OLD')).toMatchObject({ leads: 1 });
});

test('Statuses that no value is called are told, as they are not sent', async () => {
  const { lead } = await portal.linkedLead();
  await portal.setStatus(lead, 'live');
  expect((await readCrm()).unsent).toContainEqual({ status: 'Live', leads: 1 });
  await name('stage', 'presentationscheduled', 'live');
  expect((await readCrm()).unsent.map(({ status }) => status)).not.toContain('Live');
});

test('A lead in a status without a value follows the first move of sales', async () => {
  const lead = await addLead(portal.partner, { email: 'orchard@schools.example' });
  await portal.setStatus(lead, 'application submitted');
  await portal.work('push_lead');
  await portal.work('read_crm');
  expect(await portal.statusOf(lead)).toBe('application submitted');
  portal.clock.advance(60_000);
  const [deal] = await portal.db.query<{ id: string }>(sql`
    select deal_id as id from crm_leads where lead_id = ${lead.id}`);
  portal.hubspot.update('deals', deal?.id ?? '', { dealstage: 'closedlost' });
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('closed lost');
});

test('A status that gets a value is sent: the leads that have it stand there afterwards', async () => {
  const { lead, deal } = await portal.linkedLead();
  await portal.setStatus(lead, 'contacted');
  await portal.work('push_lead');
  expect(portal.hubspot.find('deals', deal)?.properties.dealstage).toBe('appointmentscheduled');
  await name('stage', 'presentationscheduled', 'Contacted');
  await portal.work('apply_crm_name');
  expect(await portal.jobs('push_lead')).toEqual([lead.id]);
  expect((await readCrm()).queue.waiting).toBe(1);
  await portal.work('push_lead');
  expect(portal.hubspot.find('deals', deal)?.properties.dealstage).toBe('presentationscheduled');
  await portal.pull('deals', 'contacts');
  expect(await portal.statusOf(lead)).toBe('contacted');
  // Said once more, there is nothing left to send.
  await name('stage', 'presentationscheduled', null);
  await name('stage', 'presentationscheduled', 'contacted');
  await portal.work('apply_crm_name');
  expect(await portal.jobs('push_lead')).toEqual([]);
});

test('An unknown value is refused and changes nothing', async () => {
  const values = [
    { kind: 'stage' as const, value: 'closedwon', status: 'x' },
    { kind: 'stage' as const, value: 'NEW', status: 'x' },
  ];
  const { status, body } = await portal.admin.call(routes.changeCrmMapping, { body: { values } });
  expect([status, body.error]).toEqual([400, 'HubSpot has no such value']);
  expect(await listedValue('closedwon')).toMatchObject({ status: 'closed won' });
});

test('Of two who change the mapping from the same version, the later is told and changes nothing', async () => {
  const { mapping_version: version } = await readCrm();
  const rename = (status: string, based?: number) =>
    portal.admin.call(routes.changeCrmMapping, {
      body: {
        ...(based !== undefined && { version: based }),
        values: [{ kind: 'stage', value: 'decisionmakerboughtin', status }],
      },
    });
  const first = await rename('open', version);
  expect(first.body.crm.mapping_version).toBe(version + 1);
  const { status, body } = await rename('connected', version);
  expect([status, body.error]).toEqual([409, 'Somebody else has changed this meanwhile']);
  expect(await listedValue('decisionmakerboughtin')).toMatchObject({ status: 'open' });
  // Who does not say what it is based on, as programs may, is not asked.
  expect((await rename('connected')).status).toBe(200);
});

test('A commission property that HubSpot does not have is refused by its name, and nothing is saved', async () => {
  const { url, key } = portal.emulator;
  const asking = await crmPortal({ HUBSPOT_ACCESS_TOKEN: key, HUBSPOT_BASE_URL: url });
  const save = (name: string) =>
    asking.admin.call(routes.changeCrmMapping, {
      body: { properties: { alltime_commission_payable: name } },
    });
  const { status, body } = await save('made_up');
  expect([status, body.error]).toEqual([400, 'HubSpot has no such property of companies: made_up']);
  expect(body).toMatchObject({
    fields: { alltime_commission_payable: 'HubSpot has no such property of companies' },
  });
  const text = await save('phone');
  expect([text.status, text.body.error]).toEqual([
    400,
    'This property of companies does not hold numbers: phone',
  ]);
  expect((await save('partner_commission_payable')).body.crm.properties).toEqual({
    commission_payable_to_partner: 'partner_commission_payable',
    alltime_commission_payable: 'partner_commission_payable',
  });
  // Where HubSpot cannot be asked, it is taken: the test of the connection names it later.
  portal.hubspot.setKey({ status: 'revoked' });
  expect((await save('made_up')).status).toBe(200);
  portal.hubspot.setKey({ status: 'active' });
  await asking.close();
});

test('One company of HubSpot that stands for live companies of two partners is told', async () => {
  expect((await readCrm()).shared_companies).toEqual([]);
  const second = await portal.asPartner();
  const leads = [
    await addLead(portal.partner, { company_name: 'Shared', email: 'one@shared.example' }),
    await addLead(second, { company_name: 'Shared', email: 'two@shared.example' }),
  ];
  for (const lead of leads) await portal.setStatus(lead, 'closed won');
  await portal.work('push_lead');
  const shared = (await readCrm()).shared_companies;
  expect(shared).toHaveLength(1);
  expect(shared[0]?.companies.map(({ name }) => name)).toEqual(['Shared', 'Shared']);
  expect(new Set(shared[0]?.companies.map(({ partner_id }) => partner_id)).size).toBe(2);
  // The opened company names the other one, to administrators only.
  const [one, other] = shared[0]?.companies ?? [];
  const opened = async (caller: Pick<typeof second, 'call'>, { id } = one ?? { id: '' }) =>
    (await caller.call(routes.getCompany, { params: { id } })).body.shared_with;
  expect(await opened(portal.admin)).toEqual([other]);
  const owner = one?.partner_id === second.user.id ? second : portal.partner;
  expect(await opened(owner)).toEqual([]);
  await portal.setStatus(leads[1] ?? { id: '' }, 'closed lost');
  expect((await readCrm()).shared_companies).toEqual([]);
  for (const company of [one, other]) expect(await opened(portal.admin, company)).toEqual([]);
});

test('What could not be sent is told with the name of its lead, tried again or given up', async () => {
  const { lead } = await portal.linkedLead({ company_name: 'Parked Ltd' });
  const id = uuidv7();
  await portal.db.query(sql`
    insert into jobs (id, kind, key, attempts, reason, parked_at)
    values (${id}, 'push_lead', ${lead.id}, 3, 'HubSpot refuses the email', now()),
      (${uuidv7()}, 'push_lead', 'waiting', 0, null, null),
      (${uuidv7()}, 'crm_backfill', 'all', 0, null, null),
      (${uuidv7()}, 'pull_crm', 'deals', 0, null, null)`);
  const { queue, parked } = await readCrm();
  expect(queue).toMatchObject({ waiting: 1, parked: 1, oldest_at: expect.any(String) });
  expect(parked).toEqual([
    {
      id,
      lead: { id: lead.id, name: 'Parked Ltd' },
      what: 'Send this lead to HubSpot',
      reason: 'HubSpot refuses the email',
      attempts: 3,
      is_retried: false,
      parked_at: expect.any(String),
    },
  ]);
  const params = { id };
  expect((await portal.admin.call(routes.retryCrmJob, { params })).status).toBe(200);
  expect((await readCrm()).queue).toMatchObject({ waiting: 2, parked: 0 });
  expect((await portal.admin.call(routes.retryCrmJob, { params })).status).toBe(404);
  await portal.db.query(sql`update jobs set attempts = 1, parked_at = now() where id = ${id}`);
  expect((await readCrm()).parked[0]).toMatchObject({ attempts: 4, is_retried: true });
  await portal.admin.call(routes.retryCrmJob, { params });
  const other = { id: await parkedJobId(portal) };
  expect((await readCrm()).parked[0]).toMatchObject({ id: other.id, lead: null });
  expect((await portal.admin.call(routes.dropCrmJob, { params: other })).status).toBe(200);
  expect((await readCrm()).queue).toMatchObject({ waiting: 2, parked: 0 });
});

test('All that is parked is tried again at once, also what the page does not list', async () => {
  await portal.db.query(sql`
    insert into jobs (id, kind, key, attempts, reason, parked_at)
    select gen_random_uuid(), 'push_lead', gen_random_uuid()::text, 3, 'Not so', now()
    from generate_series(1, 60)`);
  await portal.db.query(sql`
    insert into jobs (id, kind, key, parked_at) values (${uuidv7()}, 'other', 'all', now())`);
  expect((await readCrm()).parked).toHaveLength(50);
  expect((await portal.admin.call(routes.retryCrmJobs)).status).toBe(200);
  expect((await readCrm()).queue).toMatchObject({ waiting: 60, parked: 0 });
  expect(await portal.db.query(sql`select kind from jobs where parked_at is not null`)).toEqual([
    { kind: 'other' },
  ]);
});

test.each([
  [200, 'HubSpot has no such value'],
  [201, 'At most 200 values can be named at once'],
])('So many values can be named at once as are said to be: %i', async (count, message) => {
  const kind = 'stage' as const;
  const values = Array.from({ length: count }, (_, n) => ({
    kind,
    value: `n-${n}`,
    status: 'open',
  }));
  const properties = {
    commission_payable_to_partner: 'partner_commission_payable',
    alltime_commission_payable: 'partner_commission_alltime',
  };
  const { mapping_version: version } = await readCrm();
  const { status, body } = await portal.admin.call(routes.changeCrmMapping, {
    body: { version, values, properties },
  });
  expect([status, body.error]).toEqual([400, message]);
});

test('A lead that was deleted and can be restored is still told by its name', async () => {
  const { lead } = await portal.linkedLead({ company_name: 'Deleted Ltd' });
  await portal.admin.call(routes.deleteLead, { params: { id: lead.id } });
  await portal.db.query(sql`
    update jobs set parked_at = now() where kind = 'push_lead' and key = ${lead.id}`);
  const { parked } = await readCrm();
  expect(parked.find((job) => job.lead?.id === lead.id)?.lead?.name).toBe('Deleted Ltd');
});

test('Without a key there is nothing to test and nothing to send', async () => {
  const calls = [
    await portal.admin.call(routes.testCrm),
    await portal.admin.call(routes.changeCrmBackfill, { body: { state: 'running' } }),
  ];
  expect(calls.map(({ status, body }) => [status, body.error])).toEqual([
    [409, 'HubSpot is not connected'],
    [409, 'HubSpot is not connected'],
  ]);
});

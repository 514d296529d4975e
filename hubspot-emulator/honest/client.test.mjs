import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signV3 } from '../signature.ts';
import { startEmulator } from '../start.ts';
import { loadHubSpotClient } from './install.mjs';

const minutes = 60_000;
const called = new Set();
let emulator;
let Client;
let Signature;
let hubspot;
let crm;
let routes;

beforeAll(() => {
  ({ Client, Signature } = loadHubSpotClient());
}, 5 * minutes);

beforeEach(async () => {
  emulator = await startEmulator({ limits: { searchSecondly: 1000 } });
  hubspot = new Client({ accessToken: emulator.key, basePath: emulator.url });
  crm = hubspot.crm;
  routes = emulator.control.routes;
});

afterEach(async () => {
  for (const { route, status } of emulator.control.requests) if (status < 300) called.add(route);
  await emulator.stop();
});

afterAll(() => {
  const undated = routes.filter((route) => !route.includes('2026-09'));
  expect(undated.filter((route) => !called.has(route))).toEqual([]);
});

/** What every record that the client read has, each of the type that the client makes of it. */
function expectRecord(record) {
  expect(record.id).toMatch(/^\d+$/);
  expect(record.createdAt.getTime()).toBeGreaterThan(0);
  expect(record.updatedAt.getTime()).toBeGreaterThanOrEqual(record.createdAt.getTime());
  expect(record.archived).toBe(false);
  expect(record.properties.hs_object_id).toBe(record.id);
}

function expectBatch(batch, count) {
  expect(batch.status).toBe('COMPLETE');
  expect(batch.startedAt.getTime()).toBeGreaterThan(0);
  expect(batch.completedAt.getTime()).toBeGreaterThan(0);
  expect(batch.results).toHaveLength(count);
}

async function failure(promise) {
  const error = await promise.then(
    () => expect.fail('should have failed'),
    (caught) => caught,
  );
  expect(error.body.status).toBe('error');
  expect(error.body.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  return error;
}

async function makeLeadId() {
  return crm.properties.coreApi.create('deals', {
    name: 'portal_lead_id',
    label: 'Portal lead',
    groupName: 'dealinformation',
    type: 'string',
    fieldType: 'text',
    hasUniqueValue: true,
  });
}

const makers = {
  contacts: (number) => ({ email: `person${number}@example.com`, firstname: `Person ${number}` }),
  companies: (number) => ({ name: `Company ${number}`, domain: `company${number}.example.com` }),
  deals: (number) => ({ dealname: `Deal ${number}`, dealstage: 'appointmentscheduled' }),
};
const newName = { contacts: 'firstname', companies: 'name', deals: 'dealname' };

test.each(['contacts', 'companies', 'deals'])(
  '%s are created, read, changed and archived',
  async (type) => {
    const { basicApi } = crm[type];
    const created = await basicApi.create({ properties: makers[type](1), associations: [] });
    expectRecord(created);
    expect(created.properties).toMatchObject(makers[type](1));

    const name = newName[type];
    const changed = await basicApi.update(created.id, { properties: { [name]: 'Changed' } });
    expect(changed.properties[name]).toBe('Changed');

    const read = await basicApi.getById(created.id, [name, 'hs_createdate'], [name]);
    expectRecord(read);
    expect(read.propertiesWithHistory[name].map((version) => version.value)).toEqual([
      'Changed',
      makers[type](1)[name],
    ]);
    expect(read.propertiesWithHistory[name][0].timestamp.getTime()).toBeGreaterThan(0);
    expect(read.propertiesWithHistory[name][0].sourceType).toBe('INTEGRATION');

    await basicApi.create({ properties: makers[type](2), associations: [] });
    const page = await basicApi.getPage(1);
    expect(page.results.map((record) => record.id)).toEqual([created.id]);
    const rest = await basicApi.getPage(1, page.paging.next.after);
    expect(rest.results).toHaveLength(1);
    expect(rest.paging).toBeUndefined();

    await basicApi.archive(created.id);
    expect((await failure(basicApi.getById(created.id))).code).toBe(404);
    const archived = await basicApi.getById(created.id, [], [], [], true);
    expect(archived.archived).toBe(true);
    expect(archived.archivedAt.getTime()).toBeGreaterThan(0);
    const archivedPage = await basicApi.getPage(10, undefined, [], [], [], true);
    expect(archivedPage.results.map((record) => record.id)).toEqual([created.id]);
  },
);

test.each(['contacts', 'companies', 'deals'])(
  '%s are written and read in batches',
  async (type) => {
    const { batchApi } = crm[type];
    const inputs = [1, 2, 3].map((number) => ({
      properties: makers[type](number),
      associations: [],
    }));
    const made = await batchApi.create({ inputs });
    expectBatch(made, 3);
    made.results.forEach(expectRecord);

    const ids = made.results.map(({ id }) => ({ id }));
    const name = newName[type];
    const changes = ids.map(({ id }) => ({ id, properties: { [name]: `New ${id}` } }));
    expectBatch(await batchApi.update({ inputs: changes }), 3);

    const asked = { inputs: [...ids, { id: '1' }], properties: [name], propertiesWithHistory: [] };
    const read = await batchApi.read(asked);
    expectBatch(read, 3);
    expect(read.results[0].properties[name]).toBe(`New ${read.results[0].id}`);
    expect(read.numErrors).toBe(1);
    expect(read.errors[0]).toMatchObject({ category: 'OBJECT_NOT_FOUND', context: { ids: ['1'] } });

    await batchApi.archive({ inputs: ids });
    const gone = await batchApi.read({ ...asked, inputs: ids });
    expectBatch(gone, 0);
  },
);

test('a deal is made or changed by the portal’s own id, and never twice', async () => {
  await makeLeadId();
  const upsert = (dealname) =>
    crm.deals.batchApi.upsert({
      inputs: [{ id: 'lead-1', idProperty: 'portal_lead_id', properties: { dealname } }],
    });
  const first = await upsert('One');
  const second = await upsert('Two');
  expectBatch(second, 1);
  expect([first.results[0]._new, second.results[0]._new]).toEqual([true, false]);
  expect(second.results[0].id).toBe(first.results[0].id);
  const read = await crm.deals.basicApi.getById(
    'lead-1',
    ['dealname'],
    [],
    [],
    false,
    'portal_lead_id',
  );
  expect(read.properties.dealname).toBe('Two');

  const twice = await failure(
    crm.deals.basicApi.create({ properties: { portal_lead_id: 'lead-1' }, associations: [] }),
  );
  expect(twice.code).toBe(400);
  expect(twice.body.message).toContain('CONFLICTING_UNIQUE_VALUE');
});

test('a traced batch tells which of its inputs failed', async () => {
  await crm.contacts.basicApi.create({ properties: makers.contacts(1), associations: [] });
  const inputs = [1, 2].map((number) => ({
    properties: makers.contacts(number),
    objectWriteTraceId: `trace-${number}`,
    associations: [],
  }));
  const made = await crm.contacts.batchApi.create({ inputs });
  expectBatch(made, 1);
  expect(made.results[0].objectWriteTraceId).toBe('trace-2');
  expect(made.errors[0]).toMatchObject({
    category: 'CONFLICT',
    context: { objectWriteTraceId: ['trace-1'] },
  });
});

test('a search is filtered, sorted and paged', async () => {
  for (const type of ['contacts', 'companies', 'deals']) {
    const inputs = [1, 2, 3, 4, 5].map((number) => ({
      properties: makers[type](number),
      associations: [],
    }));
    await crm[type].batchApi.create({ inputs });
    const name = newName[type];
    const seen = [];
    let after = '0';
    while (after !== undefined) {
      const page = await crm[type].searchApi.doSearch({
        filterGroups: [{ filters: [{ propertyName: name, operator: 'NEQ', value: 'Nothing' }] }],
        sorts: [`-${name}`],
        properties: [name],
        limit: 2,
        after,
      });
      expect(page.total).toBe(5);
      page.results.forEach(expectRecord);
      seen.push(...page.results.map((record) => record.properties[name]));
      after = page.paging?.next?.after;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((number) => makers[type](number)[name]));
  }
});

test('two records are merged, and the id of the one answers with the other', async () => {
  for (const type of ['contacts', 'companies', 'deals']) {
    const make = (number) =>
      crm[type].basicApi.create({ properties: makers[type](number), associations: [] });
    const [primary, loser] = [await make(1), await make(2)];
    const winner = await crm[type].basicApi.merge({
      primaryObjectId: primary.id,
      objectIdToMerge: loser.id,
    });
    expect(winner.properties[newName[type]]).toBe(makers[type](1)[newName[type]]);
    const read = await crm[type].basicApi.getById(loser.id, ['hs_merged_object_ids']);
    expect(read.id).toBe(winner.id);
    expect(read.properties.hs_merged_object_ids.split(';')).toContain(loser.id);
  }
});

test('records are associated by default, by type and in batches', async () => {
  const { basicApi, batchApi } = crm.associations.v4;
  const make = (type) =>
    crm[type].basicApi.create({ properties: makers[type](1), associations: [] });
  const [deal, contact, company] = [
    await make('deals'),
    await make('contacts'),
    await make('companies'),
  ];
  const primary = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 5 };

  const byDefault = await basicApi.createDefault('deals', deal.id, 'contacts', contact.id);
  expectBatch(byDefault, 2);
  expect(byDefault.results[0].associationSpec.associationTypeId).toBe(3);
  const labelled = await basicApi.create('deals', deal.id, 'companies', company.id, [primary]);
  expect(labelled).toMatchObject({
    fromObjectId: deal.id,
    toObjectId: company.id,
    labels: ['Primary'],
  });

  const page = await basicApi.getPage('deals', deal.id, 'companies');
  expect(page.results[0].toObjectId).toBe(company.id);
  expect(page.results[0].associationTypes.map((type) => type.typeId).sort()).toEqual([341, 5]);
  const read = await crm.deals.basicApi.getById(deal.id, [], [], ['contacts', 'companies']);
  expect(read.associations.contacts.results[0]).toMatchObject({
    id: contact.id,
    type: 'deal_to_contact',
  });

  const pair = { _from: { id: contact.id }, to: { id: company.id } };
  expectBatch(await batchApi.createDefault('contacts', 'companies', { inputs: [pair] }), 2);
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  expectBatch(await batchApi.create('contacts', 'companies', { inputs: [{ ...pair, types }] }), 1);
  const many = await batchApi.getPage('contacts', 'companies', { inputs: [{ id: contact.id }] });
  expectBatch(many, 1);
  expect(many.results[0].to[0].toObjectId).toBe(company.id);
  expect(many.results[0].to[0].associationTypes.map((type) => type.typeId)).toContain(279);

  await batchApi.archive('contacts', 'companies', {
    inputs: [{ _from: pair._from, to: [pair.to] }],
  });
  await basicApi.archive('deals', deal.id, 'companies', company.id);
  expect((await basicApi.getPage('deals', deal.id, 'companies')).results).toEqual([]);
  const none = await batchApi.getPage('contacts', 'companies', { inputs: [{ id: contact.id }] });
  expect(none.errors[0].subCategory).toBe('crm.associations.NO_ASSOCIATIONS_FOUND');
});

test('a deal is created together with its associations', async () => {
  const contact = await crm.contacts.basicApi.create({
    properties: makers.contacts(1),
    associations: [],
  });
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }];
  const deal = await crm.deals.basicApi.create({
    properties: makers.deals(1),
    associations: [{ to: { id: contact.id }, types }],
  });
  const page = await crm.associations.v4.basicApi.getPage('deals', deal.id, 'contacts');
  expect(page.results.map((target) => target.toObjectId)).toEqual([contact.id]);
});

test('properties and their groups are listed, made, changed and archived', async () => {
  const { coreApi, groupsApi, batchApi } = crm.properties;
  await groupsApi.create('deals', { name: 'portal', label: 'Portal', displayOrder: 1 });
  await groupsApi.update('deals', 'portal', { label: 'Partner Portal' });
  expect((await groupsApi.getByName('deals', 'portal')).label).toBe('Partner Portal');
  expect((await groupsApi.getAll('deals')).results.map((group) => group.name)).toContain('portal');

  const made = await makeLeadId();
  expect(made).toMatchObject({ name: 'portal_lead_id', hasUniqueValue: true, type: 'string' });
  expect(made.createdAt.getTime()).toBeGreaterThan(0);
  expect((await failure(makeLeadId())).code).toBe(409);
  await coreApi.update('deals', 'portal_lead_id', { label: 'Lead', groupName: 'portal' });
  expect(await coreApi.getByName('deals', 'portal_lead_id')).toMatchObject({ groupName: 'portal' });
  const names = { inputs: [{ name: 'portal_lead_id' }, { name: 'nothing' }], archived: false };
  const read = await batchApi.read('deals', names);
  expect([read.results.length, read.numErrors]).toEqual([1, 1]);
  const another = {
    name: 'another',
    label: 'A',
    groupName: 'portal',
    type: 'number',
    fieldType: 'number',
  };
  expectBatch(await batchApi.create('deals', { inputs: [another] }), 1);
  await coreApi.archive('deals', 'another');
  expect((await failure(coreApi.getByName('deals', 'another'))).code).toBe(404);
  await groupsApi.archive('deals', 'portal');

  const status = (await coreApi.getAll('contacts')).results.find(
    ({ name }) => name === 'hs_lead_status',
  );
  expect(status.options.map((option) => option.value)).toContain('ATTEMPTED_TO_CONTACT');
  const option = { label: 'Cold', value: 'COLD', displayOrder: 9, hidden: false };
  await coreApi.update('contacts', 'hs_lead_status', { options: [...status.options, option] });
  const created = await crm.contacts.basicApi.create({
    properties: { email: 'cold@example.com', hs_lead_status: 'COLD' },
    associations: [],
  });
  expect(created.properties.hs_lead_status).toBe('COLD');
});

test('pipelines and their stages are listed, made and changed', async () => {
  const { pipelinesApi, pipelineStagesApi } = crm.pipelines;
  const [usual] = (await pipelinesApi.getAll('deals')).results;
  expect(usual.stages.map((stage) => stage.id)).toContain('closedwon');
  expect(usual.stages[0].createdAt.getTime()).toBeGreaterThan(0);
  const stage = (label, probability) => ({ label, displayOrder: 0, metadata: { probability } });
  const made = await pipelinesApi.create('deals', {
    label: 'Partners',
    displayOrder: 1,
    stages: [stage('First', '0.1')],
  });
  await pipelinesApi.update('deals', made.id, { label: 'Partner deals' });
  const won = await pipelineStagesApi.create('deals', made.id, stage('Won', '1.0'));
  await pipelineStagesApi.update('deals', made.id, won.id, {
    label: 'Signed',
    metadata: { probability: '1.0' },
  });
  expect((await pipelineStagesApi.getById('deals', made.id, won.id)).label).toBe('Signed');
  expect((await pipelineStagesApi.getAll('deals', made.id)).results).toHaveLength(2);
  expect((await pipelinesApi.getById('deals', made.id)).label).toBe('Partner deals');

  const deal = await crm.deals.basicApi.create({
    properties: { dealname: 'A', pipeline: made.id, dealstage: won.id },
    associations: [],
  });
  const read = await crm.deals.basicApi.getById(deal.id, ['hs_is_closed_won', 'closedate']);
  expect(read.properties.hs_is_closed_won).toBe('true');
  expect(read.properties.closedate).not.toBeNull();
  expect((await failure(pipelineStagesApi.archive('deals', made.id, won.id))).code).toBe(400);
  await pipelineStagesApi.archive('deals', made.id, made.stages[0].id);
  await pipelinesApi.archive('deals', made.id);
  expect((await pipelinesApi.getAll('deals')).results).toHaveLength(1);
});

test('the account tells its own details and what is left of the day', async () => {
  const ask = async (path) => (await hubspot.apiRequest({ method: 'GET', path })).json();
  expect(await ask('/account-info/v3/details')).toMatchObject({ portalId: 62515, timeZone: 'UTC' });
  const { results } = await ask('/account-info/v3/api-usage/daily/private-apps');
  expect(results[0]).toMatchObject({ usageLimit: 625000, currentUsage: 2 });
});

test('errors are thrown by the client with HubSpot’s category', async () => {
  const { basicApi, batchApi } = crm.contacts;
  const create = (properties) => failure(basicApi.create({ properties, associations: [] }));
  const { id } = await basicApi.create({ properties: makers.contacts(1), associations: [] });
  const conflict = await create(makers.contacts(1));
  expect([conflict.code, conflict.body.category]).toEqual([409, 'CONFLICT']);
  expect(conflict.body.message).toBe(`Contact already exists. Existing ID: ${id}`);
  const unknown = await create({ no_such: '1', hs_lead_status: 'NO' });
  expect([unknown.code, unknown.body.category]).toEqual([400, 'VALIDATION_ERROR']);
  expect(unknown.body.errors.map((error) => error.code)).toEqual([
    'PROPERTY_DOESNT_EXIST',
    'INVALID_OPTION',
  ]);
  const inputs = Array.from({ length: 101 }, () => ({ properties: {}, associations: [] }));
  expect((await failure(batchApi.create({ inputs }))).code).toBe(400);

  emulator.control.setKey({ scopes: ['crm.objects.contacts.read'] });
  const forbidden = await create(makers.contacts(2));
  expect([forbidden.code, forbidden.body.category]).toEqual([403, 'MISSING_SCOPES']);
  emulator.control.setKey({ status: 'expired' });
  const expired = await create(makers.contacts(2));
  expect([expired.code, expired.body.category]).toEqual([401, 'EXPIRED_AUTHENTICATION']);
  emulator.control.setKey({ status: 'revoked' });
  const revoked = await create(makers.contacts(2));
  expect([revoked.code, revoked.body.category]).toEqual([401, 'INVALID_AUTHENTICATION']);
});

test('a refusal by a limit has its policy and what is left', async () => {
  emulator.control.setLimits({ tenSecondly: 1 });
  await crm.deals.basicApi.getPage();
  const { code, body, headers } = await failure(crm.deals.basicApi.getPage());
  expect(code).toBe(429);
  expect(body).toMatchObject({ errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' });
  expect(headers['x-hubspot-ratelimit-remaining']).toBe('0');
});

test('the client accepts the signature of a webhook', () => {
  const now = String(Date.now());
  const body = '[{"eventId":1,"subscriptionType":"deal.creation"}]';
  const call = { method: 'POST', uri: 'https://portal.example.com/hooks', body, timestamp: now };
  const given = {
    signatureVersion: 'v3',
    signature: signV3('secret', call),
    method: 'POST',
    clientSecret: 'secret',
    requestBody: body,
    url: call.uri,
    timestamp: Number(now),
  };
  expect(Signature.isValid(given)).toBe(true);
  expect(Signature.isValid({ ...given, requestBody: '[]' })).toBe(false);
});

test('the client knows a 429 and a 500 when it sees one, and tries again', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const patient = new Client({
    accessToken: emulator.key,
    basePath: emulator.url,
    numberOfApiCallRetries: 6,
  });
  emulator.control.setLimits({ searchSecondly: 1 });
  const search = () =>
    patient.crm.deals.searchApi.doSearch({ filterGroups: [], sorts: [], limit: 1 });
  await search();
  expect((await search()).total).toBe(0);
  const statuses = emulator.control.requests.map((request) => request.status);
  expect(statuses).toEqual([200, 429, 200]);

  emulator.control.setFaults({ share500: 0.5 });
  for (let times = 0; times < 5; times++) await patient.crm.deals.basicApi.getPage();
  const seen = emulator.control.requests.slice(3).map((request) => request.status);
  expect(seen.filter((status) => status === 200)).toHaveLength(5);
  expect(seen.filter((status) => status === 500).length).toBeGreaterThan(0);
  told.mockRestore();
});

import { beforeEach, expect, test } from 'vitest';
import { createTestEmulator, idsOf, type TestEmulator } from './testing.ts';

let hubspot: TestEmulator;
const contacts = '/crm/v3/objects/contacts';
const deals = '/crm/objects/2026-09/deals';

beforeEach(async () => {
  hubspot = createTestEmulator();
  await hubspot.ask('POST', '/crm/v3/properties/deals', {
    name: 'portal_lead_id',
    label: 'Lead',
    groupName: 'dealinformation',
    type: 'string',
    fieldType: 'text',
    hasUniqueValue: true,
  });
});

const upsert = (inputs: object[], path = deals) =>
  hubspot.ask('POST', `${path}/batch/upsert`, { inputs });
const lead = (id: string, properties = {}, more = {}) => ({
  id,
  idProperty: 'portal_lead_id',
  properties,
  ...more,
});

test('a batch holds at most 100', async () => {
  const inputs = (count: number) =>
    Array.from({ length: count }, (_, number) => lead(`lead-${number}`));
  expect((await upsert(inputs(100))).status).toBe(200);
  const refused = await upsert(inputs(101));
  expect([refused.status, refused.body.category]).toEqual([400, 'VALIDATION_ERROR']);
});

test('an untraced batch with one wrong input stores nothing', async () => {
  const answer = await upsert([lead('1'), lead('2', { dealstage: 'nowhere' })]);
  expect(answer.status).toBe(400);
  expect(hubspot.control.list('deals')).toEqual([]);
});

test('nor does one that would be associated with what is not there', async () => {
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }];
  const answer = await hubspot.ask('POST', `${deals}/batch/create`, {
    inputs: [{ properties: {} }, { properties: {}, associations: [{ to: { id: '1' }, types }] }],
  });
  expect(answer.status).toBe(400);
  expect(hubspot.control.list('deals')).toEqual([]);
});

test('a traced batch stores what it can and answers 207', async () => {
  const wrong = lead('2', { dealstage: 'nowhere' }, { objectWriteTraceId: 'b' });
  const answer = await upsert([lead('1', {}, { objectWriteTraceId: 'a' }), wrong]);
  expect(answer.status).toBe(207);
  expect(answer.body).toMatchObject({
    numErrors: 1,
    results: [{ new: true, objectWriteTraceId: 'a' }],
  });
  expect(hubspot.control.list('deals')).toHaveLength(1);
});

test('contacts upserted by email stand or fall together, traced or not', async () => {
  const contact = (id: string, properties: object, objectWriteTraceId: string) => ({
    ...{ id, idProperty: 'email', properties, objectWriteTraceId },
  });
  const good = contact('a@example.com', { firstname: 'A' }, '1');
  const bad = contact('b@example.com', { no_such: 'B' }, '2');
  expect((await upsert([good, bad], contacts)).status).toBe(400);
  expect(hubspot.control.list('contacts')).toEqual([]);
  expect((await upsert([good], contacts)).body.results).toMatchObject([{ new: true }]);
});

test('nothing is upserted by a property whose values are not unique', async () => {
  const answer = await upsert([{ id: 'Deal', idProperty: 'dealname', properties: {} }]);
  expect(answer.body.message).toBe(
    'Unable to perform update/upsert by non-unique 0-3 property dealname in portal ID 62515',
  );
});

test('the same id twice in one batch is refused', async () => {
  expect((await upsert([lead('1'), lead('1')])).status).toBe(400);
});

test('an update of what is gone is told beside those that succeeded', async () => {
  const made = await upsert([lead('1')]);
  const [id] = idsOf(made);
  const answer = await hubspot.ask('POST', `${deals}/batch/update`, {
    inputs: [
      { id, properties: { dealname: 'A' } },
      { id: '999', properties: { dealname: 'B' } },
    ],
  });
  expect(answer.status).toBe(207);
  expect(answer.body).toMatchObject({ results: [{ id }], errors: [{ context: { ids: ['999'] } }] });
});

test('the same value again changes neither the time nor the history', async () => {
  const deal = hubspot.control.create('deals', { dealname: 'A' });
  const before = deal.updatedAt;
  hubspot.passTime(1000);
  hubspot.control.update('deals', deal.id, { dealname: 'A' });
  expect([deal.updatedAt, deal.history.get('dealname')?.length]).toEqual([before, 1]);
  hubspot.control.update('deals', deal.id, { dealname: 'B' });
  expect([deal.updatedAt, deal.history.get('dealname')?.length]).toEqual([before + 1000, 2]);
});

test('the lifecycle of a contact only moves forward', async () => {
  const { id } = hubspot.control.create('contacts', { lifecyclestage: 'opportunity' });
  const stage = () => hubspot.control.find('contacts', id)?.properties.lifecyclestage;
  hubspot.control.update('contacts', id, { lifecyclestage: 'lead' });
  expect(stage()).toBe('opportunity');
  hubspot.control.update('contacts', id, { lifecyclestage: 'customer' });
  expect(stage()).toBe('customer');
  hubspot.control.update('contacts', id, { lifecyclestage: '' });
  hubspot.control.update('contacts', id, { lifecyclestage: 'lead' });
  expect(stage()).toBe('lead');
});

test.each([
  [{ email: 'nobody' }, 'INVALID_EMAIL'],
  [{ hs_lead_status: 'WARM' }, 'INVALID_OPTION'],
  [{ no_such: '1' }, 'PROPERTY_DOESNT_EXIST'],
  [{ hs_object_id: '1' }, 'READ_ONLY_VALUE'],
])('refuses %j with %s', async (properties, error) => {
  const answer = await hubspot.ask('POST', contacts, { properties });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain(`"error":"${error}"`);
});

test('merged deals become a third one, which both ids answer with', async () => {
  const [one, other] = idsOf(
    await upsert([lead('1', { amount: '5' }), lead('2', { dealname: 'B' })]),
  );
  const contact = hubspot.control.create('contacts', { email: 'a@example.com' });
  const path = `/crm/v4/objects/deals/${other}/associations/default/contacts/${contact.id}`;
  await hubspot.ask('PUT', path);
  const body = { primaryObjectId: one, objectIdToMerge: other };
  const { id } = (await hubspot.ask('POST', `${deals}/merge`, body)).body as { id: string };
  expect([one, other]).not.toContain(id);
  for (const old of [one, other]) {
    const read = await hubspot.ask(
      'GET',
      `${deals}/${old}?properties=portal_lead_id,dealname,amount`,
    );
    expect(read.body).toMatchObject({
      id,
      properties: { portal_lead_id: '1', dealname: 'B', amount: '5' },
    });
  }
  expect(hubspot.control.find('deals', id)?.properties.hs_merged_object_ids).toBe(
    `${one};${other}`,
  );
  expect(hubspot.control.associatedIds('deals', id, 'contacts')).toEqual([contact.id]);
  const old = await hubspot.ask('GET', `/crm/v4/objects/deals/${other}/associations/contacts`);
  expect(old.body.results).toEqual([]);
  expect((await hubspot.ask('POST', `${deals}/search`, {})).body.total).toBe(1);
});

test('a merged contact keeps its id and is known by both addresses', async () => {
  const make = (email: string) => hubspot.control.create('contacts', { email });
  const [one, other] = [make('a@example.com'), make('b@example.com')];
  hubspot.control.merge('contacts', one.id, other.id);
  const read = await hubspot.ask('GET', `${contacts}/b@example.com?idProperty=email`);
  expect(read.body.id).toBe(one.id);
  const again = await hubspot.ask('POST', contacts, { properties: { email: 'B@example.com' } });
  expect(again.body.message).toBe(`Contact already exists. Existing ID: ${one.id}`);
});

test('what is archived frees its unique value and its associations', async () => {
  const [id] = idsOf(await upsert([lead('1')]));
  await hubspot.ask('DELETE', `${deals}/${id}`);
  const again = await upsert([lead('1')]);
  expect(again.body.results).toMatchObject([{ new: true }]);
  expect(idsOf(again)).not.toEqual([id]);
});

test('a deal has one primary company, the first unless another is named', async () => {
  const deal = hubspot.control.create('deals', {});
  const [one, other] = ['A', 'B'].map((name) => hubspot.control.create('companies', { name }));
  const base = `/crm/objects/2026-09/deals/${deal.id}/associations`;
  const types = async () => {
    const { body } = await hubspot.ask(
      'GET',
      `/crm/v4/objects/deals/${deal.id}/associations/companies`,
    );
    return (body.results as { associationTypes: { typeId: number }[] }[]).map((target) =>
      target.associationTypes.map((type) => type.typeId),
    );
  };
  await hubspot.ask('PUT', `${base}/default/companies/${one?.id}`);
  await hubspot.ask('PUT', `${base}/default/companies/${other?.id}`);
  expect(await types()).toEqual([[341, 5], [341]]);
  const primary = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 5 }];
  await hubspot.ask('PUT', `${base}/companies/${other?.id}`, primary);
  expect(await types()).toEqual([[341], [341, 5]]);
  const wrong = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  expect((await hubspot.ask('PUT', `${base}/companies/${other?.id}`, wrong)).status).toBe(400);
});

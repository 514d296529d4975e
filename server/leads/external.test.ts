import { afterAll, beforeAll, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type Caller, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let partner: SignedIn;
let token: string;
let pusher: Caller;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner('Pushing Partner');
  token = await tokenOf(partner);
  pusher = portal.withApiToken(token);
});
afterAll(() => portal.close());

const person = { first_name: 'Ann', last_name: 'Lee', email: 'ann@lee.example' };

async function tokenOf(owner: SignedIn) {
  return (await owner.call(routes.createToken, { body: { name: 'Push' } })).body.token;
}

/** Also what the contract would not let through. */
function push(change: Record<string, unknown>, by: Caller = pusher) {
  return by.send({ method: 'POST', url: '/api/v1/leads', payload: { ...person, ...change } });
}

function pushText(payload: string, type = 'application/json') {
  return pusher.send({
    method: 'POST',
    url: '/api/v1/leads',
    payload,
    headers: { 'content-type': type },
  });
}

async function newest(caller: SignedIn) {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit: 1 } })).body;
  const params = { id: leads[0]?.id ?? '' };
  return (await caller.call(routes.getLead, { params })).body.lead;
}

async function storedCustomFields(custom_fields: unknown) {
  const { status, body } = await push({ custom_fields });
  expect(status, JSON.stringify(body)).toBe(201);
  const [row] = await portal.db.query<{ custom_fields: unknown }>(
    sql`select custom_fields from leads where id = ${(body as { lead_id: string }).lead_id}`,
  );
  return row?.custom_fields;
}

async function leadCount() {
  const [row] = await portal.db.query<{ count: number }>(sql`select count(*) from leads`);
  return row?.count;
}

test('A lead is pushed with an API token alone, without CSRF or session', async () => {
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/v1/leads',
    headers: { [headers.apiToken]: token },
    payload: person,
  });
  expect(response.statusCode).toBe(201);
  const lead_id = (await newest(partner))?.id;
  expect(response.json()).toEqual({ success: true, lead_id });
});

test('A pushed lead shows all its fields to its partner and administrators, to no other partner', async () => {
  const other = await portal.asPartner();
  const custom_fields = { source: 'fair', size: 12.5, vip: true, seen: false, note: null };
  const texts = {
    ...person,
    company_name: 'Lee Ltd',
    website: 'https://lee.example',
    title: 'CTO',
    country: 'Malta',
    address: '1 Sea Street',
    city: 'Valletta',
    state: 'VLT',
    zip: '01234',
    notes: 'Call\nafter 5 😀',
  };
  const { status, body } = await pusher.call(routes.createExternalLead, {
    body: { ...texts, phone: '+356 2100', custom_fields },
  });
  expect(status).toBe(201);
  const expected = {
    ...texts,
    id: body.lead_id,
    partner_id: partner.user.id,
    partner_name: 'Pushing Partner',
    contact_name: null,
    phone_number: '+356 2100',
    custom_fields,
    status: 'new',
    created_at: portal.clock.now().toISOString(),
    status_changed_at: portal.clock.now().toISOString(),
    source: 'api',
    source_name: 'Push',
    source_row: null,
    import_id: null,
    unread: false,
    deleted_at: null,
    deleted_by_name: null,
    version: 1,
  };
  expect(await newest(partner)).toEqual(expected);
  expect(await newest(await portal.asAdmin())).toEqual(expected);
  expect((await other.call(routes.listLeads)).body).toEqual({ leads: [], total: 0 });
});

test('Only names and email are needed; what is left out, null or blank is none', async () => {
  const blank = { phone: '', address: ' ', city: null, notes: '', custom_fields: null };
  expect((await push({ ...blank, partner_id: 'x', status: 'live' })).status).toBe(201);
  expect(await newest(partner)).toMatchObject({
    ...person,
    company_name: null,
    phone_number: null,
    address: null,
    city: null,
    notes: null,
    custom_fields: null,
    status: 'new',
    partner_id: partner.user.id,
  });
});

const customFault =
  'Custom field values must be text of at most 1000 characters, numbers, true, false or null';
test.each([
  { field: 'email', value: 'ann@lee', message: 'Invalid email format' },
  { field: 'email', value: '', message: 'Email is required' },
  { field: 'first_name', value: undefined, message: 'First name is required' },
  { field: 'last_name', value: ' ', message: 'Last name is required' },
  { field: 'phone', value: 123, message: 'Phone must be text' },
  { field: 'zip', value: 'x'.repeat(201), message: 'Zip must be at most 200 characters' },
  { field: 'notes', value: 'x'.repeat(5001), message: 'Notes must be at most 5000 characters' },
  { field: 'custom_fields', value: 'text', message: 'Custom fields must be an object' },
  { field: 'custom_fields', value: ['list'], message: 'Custom fields must be an object' },
])('A push with the $field $value is refused: $message', async ({ field, value, message }) => {
  const before = await leadCount();
  const { status, body } = await push({ [field]: value });
  expect(status).toBe(400);
  expect(body).toEqual({ error: message, fields: { [field]: message } });
  expect(await leadCount()).toBe(before);
});

test.each([{ value: { a: 1 } }, { value: [1] }, { value: 'x'.repeat(1001) }])(
  'A custom field with the value $value is refused',
  async ({ value }) => {
    const { status, body } = await push({ custom_fields: { fine: 1, faulty: value } });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: customFault,
      fields: { 'custom_fields.faulty': customFault },
    });
  },
);

test('Fifty custom fields are stored, the fifty-first is refused', async () => {
  const fields = (n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]));
  expect(await storedCustomFields(fields(50))).toEqual(fields(50));
  const { status, body } = await push({ custom_fields: fields(51) });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'At most 50 custom fields are allowed' });
});

test('Values of 1,000 and names of 100 characters are stored, longer names are refused', async () => {
  const most = { ['k'.repeat(100)]: 'v'.repeat(1000) };
  expect(await storedCustomFields(most)).toEqual(most);
  const { status, body } = await push({ custom_fields: { ['k'.repeat(101)]: 1 } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'Custom field names must be at most 100 characters' });
});

test.each([
  { 'quotes "\'': 'a "b" \'c\'', 'back\\slash': '\\N \\t' },
  { emoji: '😀', 键: '值', 'tab\t': 'line\nbreak' },
  { 'written out': 'a \\u0000 b' },
  { empty: '', zero: 0, negative: -1.5, exponent: 1e21 },
  {},
])('The custom fields %j are stored unchanged', async (custom_fields) => {
  expect(await storedCustomFields(custom_fields)).toEqual(custom_fields);
});

test.each([
  { what: 'a NUL in a value', json: '{"a":"x\\u0000y"}' },
  { what: 'a NUL in a name', json: '{"a\\u0000":"x"}' },
  { what: 'half an emoji in a value', json: '{"a":"\\ud83d"}' },
  { what: 'half an emoji in a name', json: '{"\\ude00":"x"}' },
  { what: 'a number past what can be kept', json: '{"a":1e999}' },
])('Custom fields with $what are refused as invalid', async ({ json }) => {
  const { status } = await pushText(
    `${JSON.stringify(person).slice(0, -1)},"custom_fields":${json}}`,
  );
  expect(status).toBe(400);
});

test.each([
  { what: 'a token that is missing', given: undefined, error: 'API token is missing' },
  { what: 'a blank token', given: '  ', error: 'API token is missing' },
  { what: 'something else', given: 'nonsense', error: 'API token is invalid' },
  { what: 'a token with a typo', given: 'typo', error: 'API token is invalid' },
])('A push with $what is refused: $error', async ({ given, error }) => {
  const text = given === 'typo' ? `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` : given;
  const caller = text === undefined ? portal.anyone : portal.withApiToken(text);
  const { status, body } = await push({}, caller);
  expect([status, body]).toEqual([401, { error }]);
});

test('A session is no substitute for an API token, nor the other way round', async () => {
  const pushed = await push({}, partner);
  expect([pushed.status, pushed.body]).toEqual([401, { error: 'API token is missing' }]);
  const asBearer = { headers: { authorization: `Bearer ${token}` } };
  expect((await portal.anyone.call(routes.me, asBearer)).status).toBe(401);
  expect((await pusher.call(routes.listLeads)).status).toBe(401);
});

test('A revoked token is refused with a text of its own', async () => {
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Old' } });
  const params = { id: made.token_id };
  await partner.call(routes.updateToken, { params, body: { revoked: true } });
  const { status, body } = await push({}, portal.withApiToken(made.token));
  expect([status, body]).toEqual([401, { error: 'API token has been revoked' }]);
});

test('A token without the scope may not push', async () => {
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Reader' } });
  await portal.db.query(sql`
    update api_tokens set scopes = '{leads:read}' where id = ${made.token_id}`);
  const { status, body } = await push({}, portal.withApiToken(made.token));
  expect([status, body]).toEqual([403, { error: 'Insufficient permissions' }]);
});

test('Past the limit of a token its calls are refused until the minute is over', async () => {
  const strict = await testPortal({ env: { RATE_LIMIT_EXTERNAL_API: '2' } });
  try {
    const owner = await strict.asPartner();
    const [one, other] = [await tokenOf(owner), await tokenOf(owner)].map(strict.withApiToken);
    const statusOf = async (by: Caller | undefined) => (by ? (await push({}, by)).status : 0);
    expect([await statusOf(one), await statusOf(one)]).toEqual([201, 201]);
    strict.clock.advance(20_000);
    const refused = await push({}, one);
    expect([refused.status, refused.body]).toEqual([429, { error: 'Rate limit exceeded' }]);
    expect(refused.headers['retry-after']).toBe('40');
    expect(await statusOf(other)).toBe(201);
    strict.clock.advance(40_000);
    expect(await statusOf(one)).toBe(201);
    expect((await owner.call(routes.listLeads)).body.total).toBe(4);
  } finally {
    await strict.close();
  }
});

test.each([
  { what: 'cut off', payload: '{"first_name":' },
  { what: 'not JSON', payload: 'first_name=Ann' },
  { what: 'with a __proto__ key', payload: `{"__proto__":{},"first_name":"Ann"}` },
  {
    what: 'with a __proto__ key in its custom fields',
    payload: `${JSON.stringify(person).slice(0, -1)},"custom_fields":{"__proto__":"x"}}`,
  },
])('A body $what is refused', async ({ payload }) => {
  const { status, body } = await pushText(payload);
  expect([status, body]).toEqual([400, { error: 'The request body is not valid JSON' }]);
});

test.each(['[]', '"text"', '5', '[{}]'])(
  'The body %s, which is no object, is refused',
  async (json) => {
    const { status, body } = await pushText(json);
    expect([status, body]).toEqual([400, { error: 'The request body must be a JSON object' }]);
  },
);

test('A body of another type is refused', async () => {
  const { status, body } = await pushText('<lead/>', 'application/xml');
  expect([status, body]).toEqual([415, { error: 'This content type is not accepted here' }]);
});

test('A body may have 256 KB and not a byte more', async () => {
  const bodyOf = (bytes: number) => {
    const empty = JSON.stringify({ ...person, filler: '' });
    return JSON.stringify({ ...person, filler: 'x'.repeat(bytes - empty.length) });
  };
  expect((await pushText(bodyOf(256 * 1024))).status).toBe(201);
  const { status, body } = await pushText(bodyOf(256 * 1024 + 1));
  expect([status, body]).toEqual([413, { error: 'The request body is too large' }]);
});

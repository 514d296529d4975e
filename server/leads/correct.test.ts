import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '#contract/http.ts';
import { lead as listedLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { whileLocked } from '#test/locked-lead.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

type Change = RequestOf<typeof routes.updateLead>['body'];

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());

const change = (caller: SignedIn, id: string, body: Change) =>
  caller.call(routes.updateLead, { params: { id }, body });
const read = async (id: string) => (await admin.call(routes.getLead, { params: { id } })).body.lead;
const historyOf = async (id: string) => {
  const { events } = (await admin.call(routes.listLeadEvents, { params: { id } })).body;
  return events.slice(1);
};
const liveCompaniesOf = async (owner: SignedIn) =>
  (await owner.call(routes.listLiveCompanies)).body.companies.map(({ name }) => name);

const everyField = {
  company_name: 'Byron Ltd',
  first_name: 'Ida',
  last_name: 'Byron',
  email: 'ida@byron.example',
  phone_number: '+356 2100 0000',
  website: 'https://byron.example',
  title: 'CTO',
  country: 'Malta',
  address: '1 Strait Street',
  city: 'Valletta',
  state: 'MLT',
  zip: 'VLT 1000',
  notes: 'Prefers\nmornings',
  custom_fields: { size: 12, vip: true },
};

test.each([
  ['its partner', () => partner],
  ['an administrator', () => admin],
])(
  'Every field of a lead is corrected by %s, and the correction is told with before and after',
  async (_, caller) => {
    const before = await addLead(partner);
    const { status, body } = await change(caller(), before.id, { ...everyField, version: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({ lead: { ...before, ...everyField, version: 2 } });
    expect(await read(before.id)).toEqual(body.lead);
    const changes = Object.fromEntries(
      Object.entries(everyField).map(([field, to]) => [
        field,
        { from: before[field as keyof typeof everyField], to },
      ]),
    );
    const { id, name, role } = caller().user;
    expect(await historyOf(before.id)).toEqual([
      expect.objectContaining({ kind: 'corrected', by: { id, name, role }, changes }),
    ]);
  },
);

test('What is left out stays; what may be missing is cleared by null and by blanks', async () => {
  const { id } = await addLead(partner, { title: 'CEO', website: 'a.example', country: 'UK' });
  const { body } = await change(partner, id, { version: 1, title: null, website: '  ' });
  expect(body.lead).toMatchObject({ title: null, website: null, country: 'UK', first_name: 'Ada' });
});

test.each<[Record<string, unknown>, Record<string, string>]>([
  [{ company_name: ' ' }, { company_name: 'Company name is required' }],
  [{ first_name: '' }, { first_name: 'First name is required' }],
  [{ last_name: null }, { last_name: 'Last name is required' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'nobody' }, { email: 'Email is invalid' }],
  [{ phone_number: '' }, { phone_number: 'Phone number is required' }],
  [{ title: 'x'.repeat(201) }, { title: 'Title must be at most 200 characters' }],
  [{ notes: 'x'.repeat(5_001) }, { notes: 'Notes must be at most 5000 characters' }],
  [{ custom_fields: [] }, { custom_fields: 'Custom fields must be an object' }],
  [{ version: '1', title: 'CTO' }, { version: 'version must be a number' }],
  [
    { version: undefined, title: 'CTO' },
    { version: 'version is required: send the one that you have read' },
  ],
])('The correction %j is refused: %j', async (payload, fields) => {
  const before = await addLead(partner);
  const { status, body } = await partner.send({
    method: 'PUT',
    url: `/api/leads/${before.id}`,
    payload: { version: 1, ...payload },
  });
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: Object.values(fields)[0], fields },
  });
  expect(await read(before.id)).toEqual(before);
});

test('A call that asks for nothing is told so', async () => {
  const { id } = await addLead(partner);
  const { status, body } = await change(admin, id, {});
  expect([status, body]).toEqual([400, { error: 'Send at least one field to change', fields: {} }]);
});

test('Whoever has read an older version is given the lead as it is now, and overwrites nothing', async () => {
  const { id } = await addLead(partner);
  await change(admin, id, { version: 1, phone_number: '+1 555 0100' });
  const { status, body } = await change(partner, id, { version: 1, phone_number: '+1 555 0199' });
  const now = await read(id);
  expect([status, body]).toEqual([409, { error: 'This lead was changed meanwhile', lead: now }]);
  expect(now).toMatchObject({ phone_number: '+1 555 0100', version: 2 });
  expect(await historyOf(id)).toHaveLength(1);
});

test('A status that comes with a version is held to it, one without is not', async () => {
  const { id } = await addLead(partner);
  await change(admin, id, { status: 'open' });
  expect((await change(admin, id, { version: 1, status: 'live' })).status).toBe(409);
  expect((await change(admin, id, { status: 'live' })).status).toBe(200);
});

test('Of those who correct the same version at once exactly one wins', async () => {
  const { id } = await addLead(partner);
  const titles = ['One', 'Two', 'Three'];
  const callers = [partner, admin, partner];
  const correctAll = () =>
    titles.map((title, n) => change(callers[n] ?? partner, id, { version: 1, title }));
  // All of them are under way, and none has written yet, when the lead is let go.
  const answers = await Promise.all(await whileLocked(portal.db, id, correctAll));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await read(id)).toMatchObject({ title: titles[winner], version: 2 });
  expect(await historyOf(id)).toHaveLength(1);
});

test('A correction to what the lead says already is answered like one and leaves no trace', async () => {
  const before = await addLead(partner);
  const same = { first_name: ' Ada ', title: '', custom_fields: null, status: 'new' };
  const { status, body } = await change(admin, before.id, { version: 1, ...same });
  expect([status, body]).toEqual([200, { lead: before }]);
  expect(await historyOf(before.id)).toEqual([]);
});

test('Custom fields in another order are the same ones', async () => {
  const { id } = await addLead(partner);
  await change(partner, id, { version: 1, custom_fields: { a: 1, b: 2 } });
  const { body } = await change(partner, id, { version: 2, custom_fields: { b: 2, a: 1 } });
  expect(body.lead.version).toBe(2);
});

test('A status from a partner is refused with all that came with it', async () => {
  const before = await addLead(partner);
  const { status, body } = await change(partner, before.id, {
    version: 1,
    title: 'CTO',
    status: 'live',
  });
  expect([status, body]).toEqual([403, { error: 'Insufficient permissions' }]);
  expect(await read(before.id)).toEqual(before);
  expect(await historyOf(before.id)).toEqual([]);
});

test('An administrator corrects a lead and its status in one call, which are two events', async () => {
  const { id } = await addLead(partner);
  const { body } = await change(admin, id, { version: 1, title: 'CTO', status: 'contacted' });
  expect(body.lead).toMatchObject({ title: 'CTO', status: 'contacted', version: 2 });
  expect(await historyOf(id)).toMatchObject([
    { kind: 'corrected', changes: { title: { from: null, to: 'CTO' } } },
    { kind: 'status', from: 'new', to: 'contacted' },
  ]);
});

test.each(['closed won', 'Closed Won (Implementation)', 'LIVE'])(
  'A partner may not change the company of a lead that is %s, and may correct the rest',
  async (status) => {
    const owner = await portal.asPartner();
    const { id } = await addLead(owner);
    await change(admin, id, { status });
    const refused = await change(owner, id, { version: 2, company_name: 'Other', title: 'CTO' });
    const error = 'The company of a live lead can only be changed by an administrator';
    expect([refused.status, refused.body]).toEqual([403, { error }]);
    expect(await read(id)).toMatchObject({ company_name: 'Acme Ltd', title: null, version: 2 });
    const same = { version: 2, company_name: 'Acme Ltd', title: 'CTO' };
    expect((await change(owner, id, same)).status).toBe(200);
  },
);

test('When the company of a live lead changes, the old one is live no more and the new one is', async () => {
  const owner = await portal.asPartner();
  const [first, second] = [await addLead(owner), await addLead(owner)];
  for (const { id } of [first, second]) await change(admin, id, { status: 'live' });
  await change(admin, first.id, { version: 2, company_name: 'Byron Ltd' });
  expect(await liveCompaniesOf(owner)).toEqual(['Byron Ltd', 'Acme Ltd']);
  await change(admin, second.id, { version: 2, company_name: 'BYRON  ltd' });
  expect(await liveCompaniesOf(owner)).toEqual(['BYRON  ltd']);
  const kept = await portal.db.query(sql`
    select company_key, live_leads from companies where partner_id = ${owner.user.id}
    order by company_key`);
  expect(kept).toEqual([
    { company_key: 'acme ltd', live_leads: 0 },
    { company_key: 'byron ltd', live_leads: 2 },
  ]);
  const live = await owner.call(routes.countLeads, { query: { status_group: 'live' } });
  expect(live.body.count).toBe(2);
});

test('A live company is shown as its lead writes it since it was corrected', async () => {
  const owner = await portal.asPartner();
  const { id } = await addLead(owner, { website: 'https://acme.example' });
  await change(admin, id, { status: 'live' });
  const shown = async () => {
    const { companies } = (await owner.call(routes.listLiveCompanies)).body;
    return companies.map(({ name, website }) => [name, website]);
  };
  await change(admin, id, { version: 2, company_name: 'ACME Ltd', website: 'https://acme.test' });
  expect(await shown()).toEqual([['ACME Ltd', 'https://acme.test']]);
  await change(owner, id, { version: 3, website: null });
  expect(await shown()).toEqual([['ACME Ltd', null]]);
});

test('A corrected lead is found by what it says since, in searches and among duplicates', async () => {
  const owner = await portal.asPartner();
  const { id } = await addLead(owner);
  const found = async (search: string) =>
    (await owner.call(routes.listLeads, { query: { search } })).body.total;
  const names = { company_name: 'Byron', first_name: 'Ida', last_name: 'King' };
  const { body } = await change(owner, id, { version: 1, ...names, email: 'ida@king.example' });
  for (const search of ['byron', 'ida king', 'IDA@king']) expect(await found(search)).toBe(1);
  for (const search of ['acme', 'ada', 'lovelace']) expect(await found(search)).toBe(0);
  expect((await owner.call(routes.listLeads)).body.leads).toEqual([listedLead.parse(body.lead)]);
});

test('Once a first or last name is known, no other name stands in for it', async () => {
  const owner = await portal.asPartner();
  const { id } = await addLead(owner);
  await portal.db.query(sql`
    update leads set first_name = null, last_name = null, contact_name = 'A. Lovelace'
    where id = ${id}`);
  const titled = await change(owner, id, { version: 2, title: 'Countess' });
  expect(titled.body.lead.contact_name).toBe('A. Lovelace');
  const found = await owner.call(routes.listLeads, { query: { search: 'a. love' } });
  expect(found.body.total).toBe(1);
  const named = await change(owner, id, { version: 3, first_name: 'Ada' });
  expect(named.body.lead).toMatchObject({ first_name: 'Ada', contact_name: null });
});

test('Numbers that the portal cannot read exactly are not touched by other corrections', async () => {
  const { id } = await addLead(partner);
  const exact = '{"number": 12345678901234567890.5}';
  await portal.db.query(sql`update leads set custom_fields = ${exact}::jsonb where id = ${id}`);
  await change(partner, id, { version: 2, title: 'CTO' });
  await change(admin, id, { status: 'open' });
  const [row] = await portal.db.query<{ text: string }>(sql`
    select custom_fields::text as text from leads where id = ${id}`);
  expect(row?.text).toBe(exact);
});

test('A deleted lead, another partner’s and none at all are not corrected', async () => {
  const [deleted, theirs] = [await addLead(partner), await addLead(await portal.asPartner())];
  await partner.call(routes.deleteLead, { params: { id: deleted.id } });
  for (const id of [deleted.id, theirs.id, '0192aaaa-0000-7000-8000-000000000000']) {
    const { status, body } = await change(partner, id, { version: 1, title: 'Mine' });
    expect([status, body], id).toEqual([404, { error: 'Lead not found' }]);
  }
  expect(await read(theirs.id)).toEqual(theirs);
  expect((await change(admin, deleted.id, { version: 1, title: 'Mine' })).status).toBe(404);
});

test('A lead that somebody else is changing for long is not waited for, and nothing is lost', async () => {
  const { id } = await addLead(partner);
  const answers = await portal.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from leads where id = ${id} for update`);
    return Promise.all([
      change(partner, id, { version: 1, title: 'CEO' }),
      partner.call(routes.addNote, { params: { id }, body: { text: 'Hello' } }),
      partner.call(routes.deleteLead, { params: { id } }),
    ]);
  });
  const error = 'Somebody is changing this right now. Please try again in a moment.';
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [503, error]),
  );
  expect((await change(partner, id, { version: 1, title: 'CEO' })).status).toBe(200);
});

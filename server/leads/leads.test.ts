import { afterAll, beforeAll, expect, test } from 'vitest';
import { lead as listedLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { addLead, leadBody, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const notFound = [404, { error: 'Lead not found' }];

function list(caller: SignedIn, query = {}) {
  return caller.call(routes.listLeads, { query });
}

async function listIds(caller: SignedIn, query = {}) {
  return (await list(caller, query)).body.leads.map((lead) => lead.id);
}

test('A new lead is answered as it is stored: with status new, owner and time', async () => {
  const partner = await portal.asPartner('Lea Leads');
  const given = leadBody({ title: 'CEO', website: 'https://acme.example', country: 'Malta' });
  const { status, body } = await partner.call(routes.createLead, { body: given });
  expect(status).toBe(201);
  expect(body).toEqual({
    lead: {
      ...given,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      partner_id: partner.user.id,
      partner_name: 'Lea Leads',
      contact_name: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      notes: null,
      custom_fields: null,
      status: 'new',
      created_at: portal.clock.now().toISOString(),
      status_changed_at: portal.clock.now().toISOString(),
      source: 'form',
      source_name: null,
      source_row: null,
      import_id: null,
      unread: false,
      deleted_at: null,
      deleted_by_name: null,
      version: 1,
    },
  });
  expect((await list(partner)).body).toEqual({ leads: [listedLead.parse(body.lead)], total: 1 });
});

test.each([
  { field: 'company_name', value: undefined, message: 'Company name is required' },
  { field: 'company_name', value: ' ', message: 'Company name is required' },
  { field: 'first_name', value: null, message: 'First name is required' },
  { field: 'last_name', value: '', message: 'Last name is required' },
  { field: 'email', value: undefined, message: 'Email is required' },
  { field: 'email', value: 'ann@x', message: 'Email is invalid' },
  { field: 'phone_number', value: '', message: 'Phone number is required' },
  { field: 'first_name', value: 7, message: 'First name must be text' },
  { field: 'title', value: 'x'.repeat(201), message: 'Title must be at most 200 characters' },
  { field: 'country', value: 'a\0b', message: 'Country has a character that cannot be stored' },
])('A lead with the $field $value is refused: $message', async ({ field, value, message }) => {
  const payload = { ...leadBody(), [field]: value };
  const { status, body } = await admin.send({ method: 'POST', url: '/api/leads', payload });
  expect(status).toBe(400);
  expect(body).toEqual({ error: message, fields: { [field]: message } });
});

test('A lead without anything is refused with a message for each required field', async () => {
  const { status, body } = await admin.send({ method: 'POST', url: '/api/leads', payload: {} });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'Company name is required',
    fields: {
      company_name: 'Company name is required',
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
      phone_number: 'Phone number is required',
    },
  });
});

test('Texts are trimmed, and an optional field that is blank is stored as none', async () => {
  const partner = await portal.asPartner();
  const blank = { title: '', website: '   ', country: null };
  const lead = await addLead(partner, { ...blank, company_name: '  Acme ' });
  expect(lead).toMatchObject({ company_name: 'Acme', title: null, website: null, country: null });
});

test('A partner chooses neither status, owner nor time of a new lead', async () => {
  const partner = await portal.asPartner();
  const payload = {
    ...leadBody(),
    status: 'live',
    partner_id: admin.user.id,
    created_at: '2001-01-01T00:00:00Z',
  };
  const { body } = await partner.send({ method: 'POST', url: '/api/leads', payload });
  expect(body).toMatchObject({
    lead: {
      status: 'new',
      partner_id: partner.user.id,
      created_at: portal.clock.now().toISOString(),
    },
  });
});

test('A partner deletes their own leads, an administrator any, and nobody another’s', async () => {
  const [one, other] = [await portal.asPartner(), await portal.asPartner()];
  const leads = [await addLead(one), await addLead(one)];
  const ids = leads.map((lead) => lead.id);
  const remove = async (caller: SignedIn, id: string) => {
    const { status, body } = await caller.call(routes.deleteLead, { params: { id } });
    return [status, body];
  };
  for (const id of ids) expect(await remove(other, id)).toEqual(notFound);
  expect(await listIds(one)).toHaveLength(2);
  expect(await remove(one, ids[0] ?? '')).toEqual([200, { success: true }]);
  expect(await remove(admin, ids[1] ?? '')).toEqual([200, { success: true }]);
  expect(await listIds(one)).toEqual([]);
  for (const id of [...ids, 'nonsense']) {
    expect(await remove(one, id)).toEqual(notFound);
    expect(await remove(admin, id)).toEqual(notFound);
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  maxCustomFieldKey,
  maxCustomFields,
  maxCustomFieldValue,
  maxPageSize,
} from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

async function get(caller: SignedIn, id: string) {
  const { status, body } = await caller.call(routes.getLead, { params: { id } });
  return { status, body };
}

async function pushedBy(partner: SignedIn, name: string, fields: Record<string, unknown>) {
  const { token, token_id } = (await partner.call(routes.createToken, { body: { name } })).body;
  const person = { first_name: 'Ann', last_name: 'Lee', email: 'ann@lee.example' };
  const { body } = await portal
    .withApiToken(token)
    .call(routes.createExternalLead, { body: { ...person, ...fields } });
  return { id: body.lead_id, token_id };
}

test('A lead is opened by its partner and by administrators, with all that is known of it', async () => {
  const partner = await portal.asPartner();
  const created = await addLead(partner, { title: 'CEO', country: 'Malta' });
  const found = { status: 200, body: { lead: created } };
  expect(await get(partner, created.id)).toEqual(found);
  expect(await get(admin, created.id)).toEqual(found);
  expect(created).toMatchObject({ notes: null, custom_fields: null, title: 'CEO' });
});

test('Another partner’s lead, a deleted one and no lead at all are told apart by nobody', async () => {
  const [owner, other] = [await portal.asPartner(), await portal.asPartner()];
  const [theirs, deleted] = [await addLead(owner), await addLead(other)];
  await other.call(routes.deleteLead, { params: { id: deleted.id } });
  const unknown = '0192aaaa-0000-7000-8000-000000000000';
  for (const id of [theirs.id, deleted.id, unknown, 'nonsense', 'upload', '%00']) {
    expect(await get(other, id), id).toEqual({ status: 404, body: { error: 'Lead not found' } });
  }
});

test('A lead of a deleted partner is opened by administrators, without the partner’s name', async () => {
  const leaving = await portal.asPartner();
  const { id } = await addLead(leaving);
  await admin.call(routes.deletePartner, { params: { id: leaving.user.id } });
  expect((await get(admin, id)).body.lead).toMatchObject({ id, partner_name: null });
});

test('A lead tells where it came from: the form, a file by its name, a token by its name', async () => {
  const partner = await portal.asPartner();
  const form = await addLead(partner);
  const csv = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
  const file = filePayload(csv, { name: 'fair 2026.csv' });
  const { import_id } = (await partner.call(routes.uploadLeads, { file })).body;
  const { leads } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
  const pushed = await pushedBy(partner, 'Website', {});
  const sourceOf = async (id = '') => {
    const { source, source_name, import_id } = (await get(partner, id)).body.lead;
    return [source, source_name, import_id];
  };
  expect(await sourceOf(form.id)).toEqual(['form', null, null]);
  expect(await sourceOf(leads[0]?.id)).toEqual(['upload', 'fair 2026.csv', import_id]);
  expect(await sourceOf(pushed.id)).toEqual(['api', 'Website', null]);
  await partner.call(routes.deleteToken, { params: { id: pushed.token_id } });
  expect(await sourceOf(pushed.id)).toEqual(['api', 'Website', null]);
});

test('The version grows with each change by whatever statement, and with nothing else', async () => {
  const { id, version } = await addLead(await portal.asPartner());
  const versionNow = async () => (await get(admin, id)).body.lead.version;
  const setStatus = (status: string) =>
    admin.call(routes.updateLead, { params: { id }, body: { status } });
  expect(version).toBe(1);
  expect((await setStatus('contacted')).body.lead.version).toBe(2);
  expect((await setStatus('contacted')).body.lead.version).toBe(2);
  await portal.db.query(sql`update leads set city = 'Valletta' where id = ${id}`);
  expect(await versionNow()).toBe(3);
  await portal.db.query(sql`update leads set city = 'Valletta' where id = ${id}`);
  expect(await versionNow()).toBe(3);
});

test('A list of a hundred leads with the largest allowed fields is under a megabyte', async () => {
  const partner = await portal.asPartner('漢'.repeat(196));
  const wide = (length: number) => '漢'.repeat(length);
  const names = ['first_name', 'last_name', 'company_name', 'website', 'title', 'country'];
  const texts = [...names, 'phone', 'address', 'city', 'state', 'zip'];
  const custom_fields = Object.fromEntries(
    // A body has no room for values of three bytes a character.
    Array.from({ length: maxCustomFields }, (_, n) => [
      String(n).padEnd(maxCustomFieldKey, 'k'),
      'v'.repeat(maxCustomFieldValue),
    ]),
  );
  const { id } = await pushedBy(partner, 'Largest', {
    ...Object.fromEntries(texts.map((field) => [field, wide(200)])),
    email: `${'e'.repeat(242)}@lee.example`,
    notes: wide(5_000),
    custom_fields,
  });
  await admin.call(routes.updateLead, { params: { id }, body: { status: wide(100) } });
  const columns = sql`
    partner_id, company_name, company_key, website, first_name, last_name, title, email,
    phone_number, country, address, city, state, zip, notes, custom_fields, status, status_key,
    search_text, source, created_at`;
  await portal.db.query(sql`
    insert into leads (id, ${columns})
    select gen_random_uuid(), ${columns} from leads, generate_series(2, ${maxPageSize}::int)
    where id = ${id}`);

  const { rawPayload } = await portal.app.inject({
    url: `${routes.listLeads.path}?limit=${maxPageSize}`,
    headers: { authorization: `Bearer ${partner.token}` },
  });
  const { leads } = JSON.parse(rawPayload.toString());
  expect(leads).toHaveLength(maxPageSize);
  expect(leads[0]).toMatchObject({ zip: wide(200), title: wide(200), status: wide(100) });
  expect(rawPayload.byteLength).toBeLessThan(1_000_000);

  const { lead } = (await get(partner, id)).body;
  expect(lead).toMatchObject({ notes: wide(5_000), custom_fields });
});

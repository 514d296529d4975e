import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

type Query = { partner_id?: string; format?: 'csv' | 'xlsx' };

async function exported(caller: SignedIn, { format = 'csv', ...query }: Query = {}) {
  const { rawPayload } = await portal.app.inject({
    url: `/api/leads/export?${new URLSearchParams({ format, ...query })}`,
    headers: { authorization: `Bearer ${caller.token}` },
  });
  return filePayload(rawPayload, { name: `leads.${format}` });
}

type File = Awaited<ReturnType<typeof exported>>;
const check = async (caller: SignedIn, file: File, partner_id?: string) =>
  (await caller.call(routes.checkUpload, { query: { partner_id }, file })).body;
const skipping = { duplicates: 'skip', other_partners: 'skip' } as const;
const companiesOf = async (owner: SignedIn) =>
  (await owner.call(routes.listLeads, { query: { partner_id: owner.user.id } })).body.leads
    .map(({ company_name }) => company_name)
    .sort();

async function twoPartners() {
  const [nora, omar] = [await portal.asPartner('Nora'), await portal.asPartner('Omar')];
  const lead = await addLead(nora, { company_name: 'Fjord', email: 'f@fjord.example' });
  await addLead(omar, { company_name: 'Delta', email: 'd@delta.example' });
  return { nora, omar, lead };
}

test.each(['csv', 'xlsx'] as const)(
  'An administrator’s export as %s, uploaded again, finds every lead, whoever has it, and adds none',
  async (format) => {
    const { nora, omar } = await twoPartners();
    const before = (await admin.call(routes.listLeads)).body.total;
    const file = await exported(admin, { format });
    const found = await check(admin, file);
    expect(found).toMatchObject({ rows: before, duplicate_rows: before, other_partner_rows: 0 });
    const ofOthers = found.duplicates.filter(({ of }) => of === 'others');
    expect(ofOthers.length).toBeGreaterThanOrEqual(2);
    const { body } = await admin.call(routes.uploadLeads, { query: skipping, file });
    expect(body).toMatchObject({ count: 0, skipped: before });
    expect([await companiesOf(nora), await companiesOf(omar)]).toEqual([['Fjord'], ['Delta']]);
  },
);

test('A lead that was corrected since is still known by its id', async () => {
  const { nora, lead } = await twoPartners();
  const file = await exported(admin, { partner_id: nora.user.id });
  await nora.call(routes.updateLead, {
    params: { id: lead.id },
    body: { company_name: 'Fjord AS', first_name: 'New', email: 'new@fjord.example', version: 1 },
  });
  const known = { row: 2, by: 'id', value: 'Fjord, Ada Lovelace', same_as_row: null };
  expect((await check(admin, file)).duplicates).toEqual([{ ...known, of: 'others' }]);
  expect((await check(admin, file, nora.user.id)).duplicates).toEqual([{ ...known, of: 'leads' }]);
});

test('A partner’s export is compared with their own leads: another partner’s id says nothing', async () => {
  const { nora, omar } = await twoPartners();
  const file = await exported(nora);
  expect(await check(nora, file)).toMatchObject({ duplicate_rows: 1, duplicates: [{ by: 'id' }] });
  expect(await check(omar, file)).toMatchObject({ duplicate_rows: 0, duplicates: [] });
});

test('A row that names another partner and is no lead any more is left out by choice', async () => {
  const { nora, lead } = await twoPartners();
  const file = await exported(admin, { partner_id: nora.user.id });
  await nora.call(routes.deleteLead, { params: { id: lead.id } });
  expect(await check(admin, file)).toMatchObject({
    ...{ valid_rows: 1, duplicate_rows: 0, other_partner_rows: 1 },
    other_partners: [{ name: 'Nora', rows: 1 }],
  });
  expect(await check(admin, file, nora.user.id)).toMatchObject({ other_partner_rows: 0 });
  const left = await admin.call(routes.uploadLeads, { query: skipping, file });
  expect(left.body).toMatchObject({ count: 0, skipped: 1 });
  const query = { ...skipping, partner_id: nora.user.id };
  expect((await admin.call(routes.uploadLeads, { query, file })).body.count).toBe(1);
  expect(await companiesOf(nora)).toEqual(['Fjord']);
});

test('Duplicates that are wanted are imported, also where the rows of others are left out', async () => {
  const { omar } = await twoPartners();
  const file = await exported(admin, { partner_id: omar.user.id });
  const query = { duplicates: 'import', other_partners: 'skip' } as const;
  expect((await admin.call(routes.uploadLeads, { query, file })).body.count).toBe(1);
});

test('The plain call stores every row, as it always did', async () => {
  const { omar } = await twoPartners();
  const file = await exported(admin, { partner_id: omar.user.id });
  expect((await admin.call(routes.uploadLeads, { file })).body).toMatchObject({
    ...{ count: 1, skipped: 0 },
  });
});

const titles = 'company_name,first_name,last_name,email';
const filed = (head: string, ...rows: string[]) =>
  filePayload([`${titles},${head}`, ...rows.map((row) => `A,B,C,${row}`)].join('\n'));

test.each([
  ['without the columns of an export', 'partner', 'x@a.example,Nora', 0],
  ['without the time of its leads', 'partner,id', 'x@b.example,Nora,1', 0],
  ['of an export', 'partner,id,submitted_at', 'x@c.example,Nora,,', 1],
  ['of an export that names nobody', 'partner,id,submitted_at', 'x@d.example,,,', 0],
  ['whose ids are none', 'partner,id,submitted_at', 'x@e.example,Nora,7,', 1],
])('In a file %s, rows name other partners: %s', async (_, head, row, rows) => {
  expect((await check(admin, filed(head, row))).other_partner_rows).toBe(rows);
});

test('Whoever is named in another writing is the same partner', async () => {
  const partner = await portal.asPartner('Émile Roy');
  const file = filed('partner,id,submitted_at', 'x@f.example, ÉMILE ROY ,,');
  expect((await check(admin, file, partner.user.id)).other_partner_rows).toBe(0);
});

test('A partner’s own file is about nobody else, whomever its rows name', async () => {
  const partner = await portal.asPartner();
  const file = filed('partner,id,submitted_at', 'x@i.example,Nora,,');
  expect(await check(partner, file)).toMatchObject({ other_partner_rows: 0, other_partners: [] });
});

test('A row is known by its id in capitals too', async () => {
  const { nora, lead } = await twoPartners();
  const file = filed('id,submitted_at', `new@fjord.example,${lead.id.toUpperCase()},`);
  expect((await check(nora, file)).duplicates).toMatchObject([{ row: 2, of: 'leads', by: 'id' }]);
});

test('Columns that an export is compared by are told, a partner’s own among them only for administrators', async () => {
  const file = filed('partner,id,submitted_at', 'x@g.example,Nora,,');
  const comparedFor = async (caller: SignedIn) =>
    (await check(caller, file)).columns.flatMap(({ title, compared }) => (compared ? title : []));
  expect(await comparedFor(admin)).toEqual(['partner', 'id']);
  expect(await comparedFor(await portal.asPartner())).toEqual(['id']);
});

test('Of many partners that a file names the first twenty are told', async () => {
  const rows = Array.from(
    { length: 26 },
    (_, n) => `A${n},B,C${n},n${n}@h.example,Partner ${n % 25},,`,
  );
  const file = filePayload([`${titles},partner,id,submitted_at`, ...rows].join('\n'));
  const found = await check(admin, file);
  expect(found.other_partner_rows).toBe(26);
  expect(found.other_partners).toHaveLength(20);
  expect(found.other_partners[0]).toEqual({ name: 'Partner 0', rows: 2 });
});

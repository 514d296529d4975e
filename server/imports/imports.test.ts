import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { csv, emails, imports, person, undo, upload } from '#test/imports.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('Every import is a record of who, which file, when and how many', async () => {
  const [partner, admin] = [await portal.asPartner('Rita'), await portal.asAdmin()];
  const content = csv(person(1), person(1), 'Acme,Ada,Byron,nobody');
  const query = { rows: 'valid', duplicates: 'skip' } as const;
  await upload(partner, content, query, 'C:\\Leads\\März "neu".csv');
  const record = {
    id: expect.any(String),
    user_id: partner.user.id,
    user_name: 'Rita',
    partner_id: partner.user.id,
    for_partner: null,
    file_name: 'März "neu".csv',
    created_at: portal.clock.now().toISOString(),
    stored: 1,
    skipped: 1,
    failed: 1,
    undone_at: null,
    can_undo: true,
  };
  expect(await imports(partner)).toEqual({ imports: [record], total: 1 });
  const mine = { query: { partner_id: partner.user.id } };
  expect((await admin.call(routes.listImports, mine)).body).toEqual({
    imports: [record],
    total: 1,
  });
  expect((await imports(await portal.asPartner())).total).toBe(0);
});

test('The leads of an import are listed by its id, with every other filter, and by their owner only', async () => {
  const [partner, other, admin] = [
    await portal.asPartner(),
    await portal.asPartner(),
    await portal.asAdmin(),
  ];
  await addLead(partner, { email: 'by-hand@acme.example' });
  const first = (await upload(partner, csv(person(1), person(2), person(3)))).body.import_id;
  await upload(partner, csv(person(4)));
  const list = async (caller: SignedIn, query = {}) => {
    const { body } = await caller.call(routes.listLeads, { query: { import_id: first, ...query } });
    return { emails: body.leads.map(({ email }) => email), total: body.total };
  };
  const all = ['ada3@acme.example', 'ada2@acme.example', 'ada1@acme.example'];
  expect(await list(partner)).toEqual({ emails: all, total: 3 });
  expect(await list(partner, { limit: 2, offset: 2 })).toEqual({ emails: [all[2]], total: 3 });
  expect(await list(partner, { search: 'ada2' })).toEqual({ emails: [all[1]], total: 1 });
  expect(await list(partner, { status_filter: 'live' })).toEqual({ emails: [], total: 0 });
  expect(await list(admin)).toEqual({ emails: all, total: 3 });
  expect(await list(admin, { partner_id: other.user.id })).toEqual({ emails: [], total: 0 });
  expect(await list(other)).toEqual({ emails: [], total: 0 });
  expect(await list(partner, { import_id: randomUUID() })).toEqual({ emails: [], total: 0 });
  const [lead] = (await partner.call(routes.listLeads, { query: { import_id: first } })).body.leads;
  await partner.call(routes.deleteLead, { params: { id: lead?.id ?? '' } });
  expect(await list(partner)).toEqual({ emails: all.slice(1), total: 2 });
  const wrong = await partner.call(routes.listLeads, { query: { import_id: 'autumn' } });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'import_id must be the id of an import']);
});

test('One import is told by its id to its owner and to administrators', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const id = (await upload(partner, csv(person(1)), {}, 'autumn.csv')).body.import_id;
  const get = (caller: SignedIn) => caller.call(routes.getImport, { params: { id } });
  const [record] = (await imports(partner)).imports;
  expect((await get(partner)).body).toEqual({ import: record });
  expect((await get(admin)).body).toEqual({ import: record });
  expect(await get(await portal.asPartner())).toMatchObject({
    status: 404,
    body: { error: 'Import not found' },
  });
});

test('An import can be undone as a whole, once, by its owner or an administrator', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  await addLead(partner, { email: 'stays@acme.example' });
  const first = (await upload(partner, csv(person(1), person(2)))).body.import_id;
  const second = (await upload(partner, csv(person(3)))).body.import_id;
  expect(await undo(partner, first)).toMatchObject({
    status: 200,
    body: { success: true, count: 2 },
  });
  expect(await emails(partner)).toEqual(['ada3@acme.example', 'stays@acme.example']);
  expect(await undo(partner, first)).toMatchObject({
    status: 409,
    body: { error: 'This import has already been undone.' },
  });
  expect(await undo(await portal.asPartner(), second)).toMatchObject({ status: 404 });
  expect(await undo(admin, second)).toMatchObject({ status: 200, body: { count: 1 } });
  expect((await imports(partner)).imports).toMatchObject([
    { id: second, undone_at: expect.any(String), can_undo: false },
    { id: first, undone_at: expect.any(String), can_undo: false },
  ]);
  const { body } = await partner.call(routes.countLeads, { query: { status_group: 'new' } });
  expect(body.count).toBe(1);
});

test('An import that was undone has no leads any more, and its list says so', async () => {
  const partner = await portal.asPartner();
  const { import_id } = (await upload(partner, csv(person(1), person(2)))).body;
  await undo(partner, import_id);
  const { body } = await partner.call(routes.listLeads, { query: { import_id } });
  expect(body).toEqual({ leads: [], total: 0 });
});

test('What was undone can be uploaded again at once', async () => {
  const partner = await portal.asPartner();
  await undo(partner, (await upload(partner, csv(person(1)))).body.import_id);
  expect((await upload(partner, csv(person(1)))).body).toMatchObject({ count: 1 });
  expect(await emails(partner)).toHaveLength(1);
});

test('The id of an upload that was undone is not taken for a success', async () => {
  const partner = await portal.asPartner();
  const query = { upload_id: randomUUID() };
  await undo(partner, (await upload(partner, csv(person(1)), query)).body.import_id);
  expect(await upload(partner, csv(person(1)), query)).toMatchObject({
    status: 409,
    body: { error: 'This import has already been undone.' },
  });
});

test.each([
  [
    'changed',
    (admin: SignedIn, id: string) =>
      admin.call(routes.updateLead, { params: { id }, body: { status: 'contacted' } }),
  ],
  ['deleted', (admin: SignedIn, id: string) => admin.call(routes.deleteLead, { params: { id } })],
])('An import of which a lead was %s can no longer be undone', async (_, touch) => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const id = (await upload(partner, csv(person(1), person(2)))).body.import_id;
  const untouched = (await upload(partner, csv(person(3)))).body.import_id;
  const [lead] = await portal.db.query<{ id: string }>(
    sql`select id from leads where import_id = ${id} limit 1`,
  );
  await touch(admin, lead?.id ?? '');
  const left = (await emails(partner)).length;
  expect(await undo(partner, id)).toMatchObject({
    status: 409,
    body: {
      error:
        'This import can no longer be undone: some of its leads have been changed or deleted since.',
    },
  });
  expect(await emails(partner)).toHaveLength(left);
  expect((await imports(partner)).imports).toMatchObject([
    { id: untouched, can_undo: true },
    { id, can_undo: false, undone_at: null },
  ]);
});

test('A status change and an undo at the same moment leave one of them done, never half', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const rows = Array.from({ length: 50 }, (_, index) => person(index));
  const id = (await upload(partner, csv(...rows))).body.import_id;
  const leads = await portal.db.query<{ id: string }>(
    sql`select id from leads where import_id = ${id} order by id`,
  );
  const [undone, ...changed] = await Promise.all([
    undo(partner, id),
    ...leads
      .slice(-5)
      .map((lead) =>
        admin.call(routes.updateLead, { params: { id: lead.id }, body: { status: 'open' } }),
      ),
  ]);
  const left = (await portal.db.query(sql`select id from leads where import_id = ${id}`)).length;
  expect([200, 409]).toContain(undone.status);
  expect(left).toBe(undone.status === 200 ? 0 : 50);
  const expected = undone.status === 200 ? 404 : 200;
  expect(changed.map(({ status }) => status)).toEqual(changed.map(() => expected));
});

test('The same status again leaves an import untouched', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const id = (await upload(partner, csv(person(1)))).body.import_id;
  const [lead] = (await partner.call(routes.listLeads)).body.leads;
  const same = { params: { id: lead?.id ?? '' }, body: { status: 'new' } };
  expect((await admin.call(routes.updateLead, same)).status).toBe(200);
  expect((await undo(partner, id)).status).toBe(200);
});

async function importOfTwo() {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const { import_id } = (await upload(partner, csv(person(1), person(2)))).body;
  const { leads } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
  const setStatus = (index: number, status: string) =>
    admin.call(routes.updateLead, { params: { id: leads[index]?.id ?? '' }, body: { status } });
  const canUndo = async () => (await imports(partner)).imports[0]?.can_undo;
  return { partner, admin, import_id, leads, setStatus, canUndo };
}

test('An import can be undone again once every lead that was changed is as it was stored', async () => {
  const { partner, import_id, setStatus, canUndo } = await importOfTwo();
  await setStatus(0, 'contacted');
  await setStatus(0, 'live');
  await setStatus(1, 'live');
  await setStatus(0, 'new');
  expect(await canUndo()).toBe(false);
  expect((await undo(partner, import_id)).status).toBe(409);
  // The same status for whoever filters, but not what was stored.
  await setStatus(1, 'New');
  expect(await canUndo()).toBe(false);
  await setStatus(1, 'new');
  expect(await canUndo()).toBe(true);
  expect(await undo(partner, import_id)).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await emails(partner)).toEqual([]);
});

test('A lead that is deleted after it was put back keeps its import from being undone', async () => {
  const { partner, admin, import_id, leads, setStatus, canUndo } = await importOfTwo();
  await setStatus(0, 'contacted');
  await setStatus(0, 'new');
  await admin.call(routes.deleteLead, { params: { id: leads[0]?.id ?? '' } });
  await setStatus(1, 'contacted');
  await setStatus(1, 'new');
  expect(await canUndo()).toBe(false);
  expect((await undo(partner, import_id)).status).toBe(409);
  const { total } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
  expect(total).toBe(1);
});

test('A lead that was deleted and restored is taken back with its import, and not before it is restored', async () => {
  const { partner, admin, import_id, leads, canUndo } = await importOfTwo();
  const params = { id: leads[0]?.id ?? '' };
  await partner.call(routes.deleteLead, { params });
  expect(await canUndo()).toBe(false);
  expect((await undo(partner, import_id)).status).toBe(409);
  expect((await admin.call(routes.restoreLead, { params })).status).toBe(200);
  expect(await canUndo()).toBe(true);
  expect(await undo(partner, import_id)).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await emails(partner)).toEqual([]);
  expect((await admin.call(routes.restoreLead, { params })).status).toBe(404);
});

test.each([
  [
    'was changed',
    (admin: SignedIn, id: string) =>
      admin.call(routes.updateLead, { params: { id }, body: { status: 'contacted' } }),
  ],
  [
    'got a note',
    (admin: SignedIn, id: string) =>
      admin.call(routes.addNote, { params: { id }, body: { text: 'Called twice' } }),
  ],
])(
  'A lead that %s before it was deleted, or after it was restored, keeps its import from being undone',
  async (_, touch) => {
    for (const isTouchedBefore of [true, false]) {
      const { partner, admin, import_id, leads, canUndo } = await importOfTwo();
      const id = leads[0]?.id ?? '';
      if (isTouchedBefore) await touch(admin, id);
      await admin.call(routes.deleteLead, { params: { id } });
      await admin.call(routes.restoreLead, { params: { id } });
      if (!isTouchedBefore) await touch(admin, id);
      expect(await canUndo()).toBe(false);
      expect((await undo(partner, import_id)).status).toBe(409);
      expect(await emails(partner)).toHaveLength(2);
    }
  },
);

test('Two who undo at once: one has, the other is told that it is done', async () => {
  const partner = await portal.asPartner();
  const id = (await upload(partner, csv(person(1), person(2)))).body.import_id;
  const answers = await Promise.all([undo(partner, id), undo(partner, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    'This import has already been undone.',
  );
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { uploadLeads } from './uploads.ts';

const header = 'company_name,first_name,last_name,email';
const person = (index: number) => `Acme ${index},Ada,Byron ${index},ada${index}@acme.example`;
const csv = (...rows: string[]) => [header, ...rows].join('\n');

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

type UploadQuery = RequestOf<typeof routes.uploadLeads>['query'];
const upload = (
  caller: SignedIn,
  content: string | Buffer,
  query: UploadQuery = {},
  name?: string,
) => caller.call(routes.uploadLeads, { query, file: filePayload(content, name ? { name } : {}) });
const check = (caller: SignedIn, content: string | Buffer, columns?: string) =>
  caller.call(routes.checkUpload, { query: { columns }, file: filePayload(content) });
const imports = async (caller: SignedIn) => (await caller.call(routes.listImports)).body;
const undo = (caller: SignedIn, id: string) => caller.call(routes.undoImport, { params: { id } });
const emails = async (caller: SignedIn) => {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit: 100 } })).body;
  return leads.map(({ email }) => email).sort();
};

test('A check tells what a file holds and stores nothing', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await check(partner, csv(person(1), person(2)));
  expect(status).toBe(200);
  expect(body).toEqual({
    format: 'csv',
    encoding: 'UTF-8',
    delimiter: ',',
    sheet: null,
    header_row: 1,
    columns: header.split(',').map((title, index) => ({ index, title, field: title })),
    columns_by: 'names',
    missing: [],
    rows: 2,
    first_rows: [
      {
        row: 2,
        cells: ['Acme 1', 'Ada', 'Byron 1', 'ada1@acme.example'],
        lead: {
          company_name: 'Acme 1',
          first_name: 'Ada',
          last_name: 'Byron 1',
          email: 'ada1@acme.example',
        },
      },
      expect.objectContaining({ row: 3 }),
    ],
    valid_rows: 2,
    bad_rows: 0,
    problems: [],
    problem_count: 0,
    readable: true,
    duplicate_rows: 0,
    duplicates: [],
  });
  expect(await emails(partner)).toEqual([]);
  expect(await imports(partner)).toEqual({ imports: [], total: 0 });
});

test('Each problem has its row, its column, its value and its message', async () => {
  const partner = await portal.asPartner();
  const { body } = await check(partner, `Firma;Vorname;Nachname;E-Mail\nAcme;;Byron;nobody`);
  expect(body).toMatchObject({ rows: 1, valid_rows: 0, bad_rows: 1, problem_count: 2 });
  expect(body.problems).toEqual([
    { row: 2, column: 'Vorname', value: '', message: 'First name is required' },
    { row: 2, column: 'E-Mail', value: 'nobody', message: 'Email is invalid' },
  ]);
});

test('A row that makes the rest unreadable is told, and nothing after it is promised', async () => {
  const partner = await portal.asPartner();
  const content = `${csv(person(1))}\n"Acme,Ada,Byron,a@b.example`;
  const { body } = await check(partner, content);
  expect(body).toMatchObject({ readable: false, valid_rows: 1, bad_rows: 1, problem_count: 1 });
  const refused = await upload(partner, content, { rows: 'valid' });
  expect(refused.status).toBe(400);
  expect(await emails(partner)).toEqual([]);
});

test('Columns that nobody can map are asked for, and the answer is remembered', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const content = 'Firma,Wer,Post\nAcme,Ludwig van Beethoven,l@acme.example';
  const asked = await check(partner, content);
  expect(asked.body).toMatchObject({
    columns_by: 'names',
    missing: ['first_name', 'last_name', 'email'],
    rows: 1,
    valid_rows: 0,
    problem_count: 0,
  });
  expect(asked.body.first_rows[0]?.cells).toEqual([
    'Acme',
    'Ludwig van Beethoven',
    'l@acme.example',
  ]);
  const refused = await upload(partner, content);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Column first_name is missing'), problem_count: 3 },
  });

  const columns = '0:company_name,1:full_name,2:email';
  const answered = await check(partner, content, columns);
  expect(answered.body).toMatchObject({ columns_by: 'choice', missing: [], valid_rows: 1 });
  expect(answered.body.first_rows[0]?.lead).toMatchObject({
    first_name: 'Ludwig',
    last_name: 'van Beethoven',
  });

  expect((await check(partner, content)).body.columns_by).toBe('memory');
  expect((await check(other, content)).body.columns_by).toBe('names');
  expect((await upload(partner, content)).body).toMatchObject({ count: 1 });
  expect(await emails(partner)).toEqual(['l@acme.example']);
});

test('A first row that names no column is asked about by a check and refused by an upload', async () => {
  const partner = await portal.asPartner();
  const content = [person(1), person(2)].join('\n');
  expect((await check(partner, content)).body).toMatchObject({ rows: 1, missing: { length: 4 } });
  expect(await upload(partner, content)).toMatchObject({
    status: 400,
    body: {
      error:
        'The file has no header row: its first row must name the columns company_name, first_name, last_name and email',
    },
  });
});

test.each([
  '0',
  'x:email',
  '0:nothing',
  '0:email,0:title',
  '0:email,1:email',
  '0:email,',
  '-1:email',
])('The choice of columns %s is refused', async (columns) => {
  const { status, body } = await check(await portal.asPartner(), csv(person(1)), columns);
  expect([status, body.error]).toEqual([
    400,
    'columns must name each column and each field once, such as 0:company_name,3:email',
  ]);
});

test('By default a bad row keeps every row out; valid rows alone are a choice', async () => {
  const partner = await portal.asPartner();
  const content = csv(person(1), 'Acme,Ada,Byron,nobody', person(2));
  expect((await upload(partner, content)).status).toBe(400);
  expect(await emails(partner)).toEqual([]);
  const { status, body } = await upload(partner, content, { rows: 'valid' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, count: 2, skipped: 0, failed: 1 });
  expect(await emails(partner)).toEqual(['ada1@acme.example', 'ada2@acme.example']);
});

test('Duplicates within the file and with own leads are marked, others’ leads are not', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  await addLead(partner, { email: 'Known@Acme.example' });
  await addLead(partner, {
    company_name: 'Acme',
    first_name: 'Bo',
    last_name: 'Li',
    email: 'b@x.example',
  });
  await addLead(other, { email: 'ada1@acme.example' });
  const content = csv(
    person(1),
    'Other,New,Person,known@acme.EXAMPLE',
    ' ACME ,Bo,LI,another@acme.example',
    `Third,Same,Mail,ADA1@acme.example`,
    'Acme 1,Ada,Byron 1,different@acme.example',
  );
  const { body } = await check(partner, content);
  expect(body.duplicate_rows).toBe(4);
  expect(body.duplicates).toEqual([
    { row: 3, of: 'leads', by: 'email', value: 'known@acme.EXAMPLE', same_as_row: null },
    { row: 4, of: 'leads', by: 'company and contact', value: 'ACME, Bo LI', same_as_row: null },
    { row: 5, of: 'file', by: 'email', value: 'ADA1@acme.example', same_as_row: 2 },
    {
      row: 6,
      of: 'file',
      by: 'company and contact',
      value: 'Acme 1, Ada Byron 1',
      same_as_row: 2,
    },
  ]);
  const skipping = await upload(partner, content, { duplicates: 'skip' });
  expect(skipping.body).toMatchObject({ count: 1, skipped: 4, failed: 0 });
  const importing = await upload(partner, content, { duplicates: 'import' });
  expect(importing.body).toMatchObject({ count: 5, skipped: 0, failed: 0 });
});

test('The same file within a minute stores once, later again', async () => {
  const partner = await portal.asPartner();
  const first = await upload(partner, csv(person(1)));
  const second = await upload(partner, csv(person(1)));
  expect(second.body).toEqual(first.body);
  expect(await emails(partner)).toHaveLength(1);
  await upload(await portal.asPartner(), csv(person(1)));
  portal.clock.advance(61_000);
  expect((await upload(partner, csv(person(1)))).body.import_id).not.toBe(first.body.import_id);
  expect(await emails(partner)).toHaveLength(2);
});

test('An upload id stores once however late it comes again, and belongs to one file', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const query = { upload_id: randomUUID() };
  const first = await upload(partner, csv(person(1)), query);
  expect(first.body.import_id).toBe(query.upload_id);
  portal.clock.advance(600_000);
  expect((await upload(partner, csv(person(1)), query)).body).toEqual(first.body);
  const conflict = {
    status: 409,
    body: { error: 'This upload_id belongs to another file or other choices: use a new one.' },
  };
  expect(await upload(partner, csv(person(2)), query)).toMatchObject(conflict);
  expect(await upload(other, csv(person(1)), query)).toMatchObject(conflict);
  expect(await emails(partner)).toHaveLength(1);
  expect(await emails(other)).toHaveLength(0);
});

test('Two uploads with one id at the same moment store once', async () => {
  const partner = await portal.asPartner();
  const query = { upload_id: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => upload(partner, csv(person(1)), query)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  expect(await emails(partner)).toHaveLength(1);
});

test.each(['checking', 'storing'] as const)(
  'An upload that is given up while it is %s stores nothing',
  async (at) => {
    const partner = await portal.asPartner();
    const folder = await mkdtemp(join(tmpdir(), 'given-up-'));
    const path = join(folder, 'leads.csv');
    await writeFile(path, csv(...Array.from({ length: 5_000 }, (_, index) => person(index))));
    const controller = new AbortController();
    const sent = {
      db: portal.db,
      partnerId: partner.user.id,
      path,
      fileName: 'leads.csv',
      columns: undefined,
      signal: controller.signal,
      clock: portal.clock.now,
      tell: (step: string) => step === at && controller.abort(),
    };
    const given = uploadLeads(sent, { rows: 'all', duplicates: 'import' }, async () => {});
    await expect(given).rejects.toThrow();
    await rm(folder, { recursive: true });
    expect(await emails(partner)).toEqual([]);
    expect((await imports(partner)).total).toBe(0);
  },
);

test('Every import is a record of who, which file, when and how many', async () => {
  const [partner, admin] = [await portal.asPartner('Rita'), await portal.asAdmin()];
  const content = csv(person(1), person(1), 'Acme,Ada,Byron,nobody');
  const query = { rows: 'valid', duplicates: 'skip' } as const;
  await upload(partner, content, query, 'C:\\Leads\\März "neu".csv');
  const record = {
    id: expect.any(String),
    user_id: partner.user.id,
    user_name: 'Rita',
    file_name: expect.stringContaining('März'),
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

test('A file whose leads were deleted meanwhile is no second click', async () => {
  const partner = await portal.asPartner();
  await upload(partner, csv(person(1)));
  const [lead] = (await partner.call(routes.listLeads)).body.leads;
  await partner.call(routes.deleteLead, { params: { id: lead?.id ?? '' } });
  expect((await upload(partner, csv(person(1)))).body).toMatchObject({ count: 1 });
  expect(await emails(partner)).toHaveLength(1);
});

test('While another process imports for a partner, an upload is told to come back', async () => {
  const partner = await portal.asPartner();
  const answer = await portal.db.transaction(async (tx) => {
    await tx.query(sql`
      select pg_advisory_xact_lock(hashtextextended(${`imports of ${partner.user.id}`}, 0))`);
    return upload(partner, csv(person(1)));
  });
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  expect(await emails(partner)).toEqual([]);
  expect((await upload(partner, csv(person(1)))).body).toMatchObject({ count: 1 });
});

test('The same status again leaves an import untouched', async () => {
  const [partner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const id = (await upload(partner, csv(person(1)))).body.import_id;
  const [lead] = (await partner.call(routes.listLeads)).body.leads;
  const same = { params: { id: lead?.id ?? '' }, body: { status: 'new' } };
  expect((await admin.call(routes.updateLead, same)).status).toBe(200);
  expect((await undo(partner, id)).status).toBe(200);
});

test('Two who undo at once: one has, the other is told that it is done', async () => {
  const partner = await portal.asPartner();
  const id = (await upload(partner, csv(person(1), person(2)))).body.import_id;
  const answers = await Promise.all([undo(partner, id), undo(partner, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    'This import has already been undone.',
  );
});

test('Valid rows alone are refused where there are none', async () => {
  const partner = await portal.asPartner();
  const { status } = await upload(partner, csv('Acme,Ada,Byron,nobody'), { rows: 'valid' });
  expect(status).toBe(400);
  expect((await imports(partner)).total).toBe(0);
});

test.each([
  [
    'a header of a million columns',
    `${','.repeat(500_000)}${header}\n${person(1)}`,
    /more than 16,384 cells/,
  ],
  [
    'a header of two thousand columns',
    `${header}${',x'.repeat(2_000)}\n${person(1)}`,
    /more than 1,000 columns/,
  ],
  ['ten million commas in a row', csv(','.repeat(10_000_000)), /too long to be read/],
])('A file with %s is refused', async (_, content, reason) => {
  const { status, body } = await upload(await portal.asPartner(), content);
  expect([status, body.error]).toEqual([400, expect.stringMatching(reason)]);
});

test('A report of a file that cannot be read to its end is refused, not cut short', async () => {
  const content = `${csv(person(1), 'Acme,Ada,Byron,nobody')}\n"Acme,Ada,Byron,a@b.example`;
  const report = await (await portal.asPartner()).call(routes.reportUpload, {
    file: filePayload(content),
  });
  expect(report.status).toBe(400);
});

test('A file with a long name of rare letters gets its report', async () => {
  const name = `${'a'.repeat(199)}😀😀.csv`;
  const report = await (await portal.asPartner()).call(routes.reportUpload, {
    file: filePayload(csv(person(1)), { name }),
  });
  expect(report.status).toBe(200);
});

test('The report of a file whose columns were chosen uploads without another answer', async () => {
  const partner = await portal.asPartner();
  const content = 'Eins,Zwei,Drei\nAcme,Ada Byron,nobody,left,over\nBolt,Bo Li,b@bolt.example';
  const columns = '0:company_name,1:full_name,2:email';
  await check(partner, content, columns);
  const report = await partner.call(routes.reportUpload, { file: filePayload(content) });
  const corrected = String(report.body).replace('nobody', 'a@b.example');
  expect((await check(partner, corrected)).body).toMatchObject({
    columns_by: 'memory',
    valid_rows: 2,
  });
  expect((await upload(partner, corrected)).body).toMatchObject({ count: 2 });
});

test('The report is the file again, with a column that says what is wrong in each row', async () => {
  const partner = await portal.asPartner();
  const content = `${`${header};\n`.replaceAll(',', ';')}Ac"me;Ada;Byron;nobody;\n=1+1;Bo;Li;b@l.example;`;
  const report = (rows: 'all' | 'bad') =>
    partner.call(routes.reportUpload, {
      query: { rows },
      file: filePayload(content, { name: 'März.csv' }),
    });
  const all = await report('all');
  expect(all.status).toBe(200);
  expect(all.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''M%C3%A4rz%20-%20errors.csv",
  );
  const lines = String(all.body).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/Errors$/);
  expect(lines[1]).toContain('email: Email is invalid');
  expect(lines[2]).toContain("'=1+1");
  expect(
    String((await report('bad')).body)
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(2);

  const corrected = String(all.body).replace('nobody', 'a@b.example');
  expect((await upload(partner, corrected)).body).toMatchObject({ count: 2, failed: 0 });
  const { leads } = (await partner.call(routes.listLeads)).body;
  expect(leads.map(({ company_name }) => company_name).sort()).toEqual(['=1+1', 'Ac"me']);
});

import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { csv, emails, imports, person, upload } from '#test/imports.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { storeUpload } from './store-upload.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

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
    const file = {
      db: portal.db,
      partnerId: partner.user.id,
      sentBy: { id: partner.user.id, role: 'partner' as const, requestId: 'test' },
      path,
      fileName: 'leads.csv',
      sha256: Buffer.alloc(32),
      columns: undefined,
      signal: controller.signal,
      rowLimit: portal.config.rateLimits.uploaded_rows,
      clock: portal.clock.now,
      reportProgress: (step: string) => step === at && controller.abort(),
    };
    const choices = { rows: 'all', duplicates: 'import', other_partners: 'import' } as const;
    const given = storeUpload(file, choices, async () => {});
    await expect(given).rejects.toThrow();
    await rm(folder, { recursive: true });
    expect(await emails(partner)).toEqual([]);
    expect((await imports(partner)).total).toBe(0);
  },
);

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

test('Valid rows alone are refused where there are none', async () => {
  const partner = await portal.asPartner();
  const { status } = await upload(partner, csv('Acme,Ada,Byron,nobody'), { rows: 'valid' });
  expect(status).toBe(400);
  expect((await imports(partner)).total).toBe(0);
});

const plain = '"rows":"all","duplicates":"import","columns":null';
const named = '0:company_name,1:first_name,2:last_name,3:email';
const asNamed = `"columns":[${['company_name', 'first_name', 'last_name', 'email']
  .map((field, index) => `{"index":${index},"field":"${field}"}`)
  .join()}]`;

test.each([
  [{}, plain],
  [{ rows: 'valid' }, '"rows":"valid","duplicates":"import","columns":null'],
  [{ duplicates: 'skip' }, '"rows":"all","duplicates":"skip","columns":null'],
  [{ columns: named }, `"rows":"all","duplicates":"import",${asNamed}`],
  [
    { columns: named, first_row: 'lead' },
    `"rows":"all","duplicates":"import",${asNamed},"first_row":"lead"`,
  ],
  [{ first_row: 'names', other_partners: 'import' }, plain],
  [{ other_partners: 'skip' }, `${plain},"other_partners":"skip"`],
] as const)(
  'An upload with %j is known again by every release: what it is known by stays as it was',
  async (query, choices) => {
    const partner = await portal.asPartner();
    const content = 'first_row' in query && query.first_row === 'lead' ? person(1) : csv(person(1));
    const id = (await upload(partner, content, query)).body.import_id;
    const [kept] = await portal.db.query<{ fingerprint: Buffer }>(
      sql`select fingerprint from imports where id = ${id}`,
    );
    const bytes = createHash('sha256').update(content).digest();
    const known = createHash('sha256').update(`{${choices}}`).update(bytes).digest('hex');
    expect(kept?.fingerprint.toString('hex')).toBe(known);
  },
);

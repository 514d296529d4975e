import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxUploadColumns } from '#contract/limits.ts';
import { sql } from '#server/db/sql.ts';
import { check, csv, emails, person, upload } from '#test/imports.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';
import { rememberColumns } from './imports.queries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

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

test('An answer that leaves a required field without a column is not remembered', async () => {
  const partner = await portal.asPartner();
  const content = 'Firma,Wer,Post\nAcme,Ada Byron,ada@acme.example';
  const half = await check(partner, content, '0:company_name,1:full_name');
  expect(half.body).toMatchObject({ columns_by: 'choice', missing: ['email'] });
  expect((await check(partner, content)).body.columns_by).toBe('names');
});

test('What the values say is proposed, and nothing is stored by it until it is chosen', async () => {
  const partner = await portal.asPartner();
  const content = 'Kunde;Ansprechpartner;Post;Netz\nAcme;Ada Byron;ada@acme.example;acme.example';
  const { body } = await check(partner, content);
  expect(body.missing).toEqual(['email']);
  expect(body.columns).toMatchObject([
    { field: 'company_name', proposed: null },
    { field: 'full_name', proposed: null },
    { field: null, proposed: 'email' },
    { field: null, proposed: 'website' },
  ]);
  expect(await upload(partner, content)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Column email is missing') },
  });
  const columns = '0:company_name,1:full_name,2:email';
  const chosen = await check(partner, content, columns);
  expect(chosen.body.columns.map(({ proposed }) => proposed)).toEqual([null, null, null, null]);
  expect((await upload(partner, content, { columns })).body).toMatchObject({ count: 1 });
});

test('Values under a known title are proposed as what they are, and read by the title until then', async () => {
  const partner = await portal.asPartner();
  const content =
    'company_name,first_name,last_name,email,website,title\nAcme,Ada,Byron,ada@acme.example,acme.example,+49 30 901820';
  const { body } = await check(partner, content);
  expect(body.columns.at(-1)).toMatchObject({ field: 'title', proposed: 'phone_number' });
  expect(body.columns.filter(({ proposed }) => proposed)).toHaveLength(1);
  expect(body.first_rows[0]?.lead).toMatchObject({ title: '+49 30 901820' });
  expect(await upload(partner, content)).toMatchObject({ status: 200, body: { count: 1 } });
});

test('Where an answer about columns cannot be remembered, nobody is told that all is well', async () => {
  const partner = await portal.asPartner();
  const content = 'Kunde;Wer;Post\nAcme;Ada Byron;ada@acme.example';
  const columns = '0:company_name,1:full_name,2:email';
  const answer = await whileRefused(portal.db, 'insert on import_columns', () =>
    check(partner, content, columns),
  );
  expect(answer.status).toBe(500);
});

test('Columns behind the last title are told and proposed too, can be chosen, and are remembered', async () => {
  const partner = await portal.asPartner();
  const content = 'Firma,Kontakt,,\nAcme,Ada Byron\nBeta,Bo Li,bo@beta.example,+49 30 1234567';
  const { body } = await check(partner, content);
  expect(body.columns).toMatchObject([
    { title: 'Firma', proposed: null },
    { title: 'Kontakt', proposed: null },
    { title: '', proposed: 'email' },
    { title: '', proposed: 'phone_number' },
  ]);
  expect(body.first_rows.map(({ cells }) => cells)).toEqual([
    ['Acme', 'Ada Byron', '', ''],
    ['Beta', 'Bo Li', 'bo@beta.example', '+49 30 1234567'],
  ]);
  const found = { missing: [], valid_rows: 1, bad_rows: 1, columns: { length: 4 } };
  const columns = '0:company_name,1:full_name,2:email';
  expect((await check(partner, content, columns)).body).toMatchObject(found);
  expect((await check(partner, content)).body).toMatchObject({ ...found, columns_by: 'memory' });
  // No answer makes a table without end.
  const far = await check(partner, content, '0:company_name,1:full_name,99999:email');
  expect(far.body).toMatchObject({ missing: ['email'] });
  expect(far.body.columns.length).toBeLessThanOrEqual(maxUploadColumns);
});

test('Two columns that nobody understands are too few to be asked about, and not said to lack a header', async () => {
  const partner = await portal.asPartner();
  expect(await check(partner, 'foo,bar\naa,bb\n')).toMatchObject({
    status: 400,
    body: {
      error:
        'No column of the file is understood: its first row must name the columns company_name, first_name, last_name and email',
    },
  });
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

test('The newest hundred answers are remembered, and older ones make room', async () => {
  const partner = await portal.asPartner();
  const answer = (key: number) =>
    rememberColumns(portal.db, partner.user.id, `key ${key}`, [], new Date(key));
  for (let key = 1; key <= 101; key++) await answer(key);
  const kept = await portal.db.query<{ titles_key: string }>(sql`
    select titles_key from import_columns where partner_id = ${partner.user.id}
    order by chosen_at`);
  expect(kept).toHaveLength(100);
  expect(kept[0]?.titles_key).toBe('key 2');
});

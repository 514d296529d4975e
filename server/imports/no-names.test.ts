import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { check, emails, person, upload } from '#test/imports.ts';
import { filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const nameless = [person(1), person(2)].join('\n');
const columns = '0:company_name,1:first_name,2:last_name,3:email';
const lead = { first_row: 'lead' } as const;
const checkNameless = (caller: SignedIn, chosen?: string) =>
  caller.call(routes.checkUpload, {
    query: { ...lead, columns: chosen },
    file: filePayload(nameless),
  });

test('A file whose first row is a lead has columns without names, and values propose what they are', async () => {
  const { status, body } = await checkNameless(await portal.asPartner());
  expect(status).toBe(200);
  expect(body).toMatchObject({ header_row: 0, rows: 2, valid_rows: 0, columns_by: 'names' });
  expect(body.columns.map(({ title, field, proposed }) => [title, field, proposed])).toEqual([
    ['', null, null],
    ['', null, null],
    ['', null, null],
    ['', null, 'email'],
  ]);
  expect(body.first_rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [1, 'Acme 1'],
    [2, 'Acme 2'],
  ]);
});

test('With its columns chosen every row is stored, the first one too', async () => {
  const partner = await portal.asPartner();
  expect((await checkNameless(partner, columns)).body).toMatchObject({
    valid_rows: 2,
    missing: [],
  });
  expect((await upload(partner, nameless, { ...lead, columns })).body).toMatchObject({ count: 2 });
  expect(await emails(partner)).toEqual(['ada1@acme.example', 'ada2@acme.example']);
});

test('The same file taken for one with names is another upload, and stores a row less', async () => {
  const partner = await portal.asPartner();
  await upload(partner, nameless, { ...lead, columns });
  expect((await upload(partner, nameless, { columns })).body).toMatchObject({ count: 1 });
});

test('The answer is not remembered: the next file without names may have other columns', async () => {
  const partner = await portal.asPartner();
  await checkNameless(partner, columns);
  expect((await checkNameless(partner)).body.missing).toHaveLength(4);
});

test('Without columns it is refused, and told what is needed', async () => {
  const partner = await portal.asPartner();
  expect(await upload(partner, nameless, lead)).toMatchObject({
    status: 400,
    body: {
      error:
        'Say which column is which: without a row of names, company_name, first_name, last_name and email need a column each',
    },
  });
  expect(await emails(partner)).toEqual([]);
});

test('Problems are told by the names of the fields, and the report has names, so that it can be uploaded as it is', async () => {
  const partner = await portal.asPartner();
  const wrong = `${person(1)},x\nAcme 2,Ada,Byron,nobody,y`;
  const query = { ...lead, columns };
  const checked = await partner.call(routes.checkUpload, { query, file: filePayload(wrong) });
  expect(checked.body.problems).toEqual([
    { row: 2, column: 'email', value: 'nobody', message: 'Email is invalid' },
  ]);
  const report = await partner.call(routes.reportUpload, { query, file: filePayload(wrong) });
  const text = String(report.body).replace(/^\uFEFF/, '');
  expect(text.split(/\r?\n/)[0]).toBe('company_name,first_name,last_name,email,Column 5,Errors');
  expect((await check(partner, text)).body).toMatchObject({ missing: [], rows: 2, valid_rows: 1 });
});

test('A first row that is neither is refused by what is accepted', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await partner.call(routes.checkUpload, {
    query: { first_row: 'maybe' as 'lead' },
    file: filePayload(nameless),
  });
  expect([status, body]).toMatchObject([400, { error: 'first_row must be names or lead' }]);
});

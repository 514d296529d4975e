import { afterAll, beforeAll, expect, test } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { check, csv, emails, header, imports, person, upload } from '#test/imports.ts';
import { addLead, filePayload, type TestPortal, testPortal } from '#test/portal.ts';
import { saveAs, workbook } from '#test/spreadsheet-files.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

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
    columns: header.split(',').map((title, index) => ({
      index,
      title,
      field: title,
      proposed: null,
    })),
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
    other_partner_rows: 0,
    other_partners: [],
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

/** A file of so many bytes, in thirty rows that are all wrong. */
const fileOf = (bytes: number) => {
  const start = `${header},notes`;
  const length = Math.floor((bytes - start.length) / 30);
  const bad = (of: number) => '\nAcme,Ada,Byron,nobody,'.padEnd(of, 'x');
  return start + bad(length).repeat(29) + bad(bytes - start.length - 29 * length);
};

test('A report that could not be uploaded again is refused, with what to do instead', async () => {
  const partner = await portal.asPartner();
  const reportOf = (bytes: number) =>
    partner.call(routes.reportUpload, { file: filePayload(fileOf(bytes)) });
  const added = Buffer.byteLength(String((await reportOf(10_000)).body)) - 10_000;
  expect((await reportOf(maxUploadBytes - added)).status).toBe(200);
  expect(await reportOf(maxUploadBytes - added + 1)).toMatchObject({
    status: 413,
    body: { error: importText.reportTooLarge },
  });
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
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8');
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

test('The rows of an XLS file come back as XLSX, under a name that says so', async () => {
  const rows = [header.split(','), ['Acme', 'Ada', 'Byron', 'nobody']];
  const report = await (await portal.asPartner()).call(routes.reportUpload, {
    file: filePayload(saveAs(workbook(rows), 'biff8'), { name: 'leads.xls' }),
  });
  expect(report.status).toBe(200);
  expect(report.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''leads%20-%20errors.xlsx",
  );
  expect(report.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(String(report.body)).toMatch(/^PK/);
});

test('The report of a file without a name but its ending has one', async () => {
  const file = filePayload(csv(`,${person(1)}`), { name: '.csv' });
  const report = await (await portal.asPartner()).call(routes.reportUpload, { file });
  expect(report.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''file%20-%20errors.csv",
  );
});

test('A file with a separator of its own gets a report that is read again', async () => {
  const partner = await portal.asPartner();
  const content = `sep=^\n${csv('Acme,Ada,Byron,nobody').replaceAll(',', '^')}`;
  const report = await partner.call(routes.reportUpload, { file: filePayload(content) });
  const corrected = String(report.body).replace('nobody', 'a@b.example');
  expect((await upload(partner, corrected)).body).toMatchObject({ count: 1 });
});

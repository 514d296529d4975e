import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { restAfterTurn } from './store-upload.ts';

const fixtures = new URL('../spreadsheets/fixtures/', import.meta.url);
const header = 'company_name,first_name,last_name,email';
const row = 'Acme,Ada,Lovelace,ada@acme.example';

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  // A folder of our own for what uploads leave behind.
  folder = await mkdtemp(join(tmpdir(), 'upload-test-'));
  vi.stubEnv('TMPDIR', folder);
  portal = await testPortal();
});
afterAll(async () => {
  await portal.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

function upload(
  caller: SignedIn,
  content: Buffer | string,
  options: Parameters<typeof filePayload>[1] = {},
) {
  return caller.send({
    method: 'POST',
    url: '/api/leads/upload',
    ...filePayload(content, options),
  });
}

/** In the order of their ids, which is that of the file. */
function stored<Row>(partner: SignedIn) {
  return portal.db.query<Row>(sql`
    select company_name, first_name, last_name, email, phone_number, website, title, country,
      status, source, created_at
    from leads where partner_id = ${partner.user.id} order by id`);
}

async function expectNothingStored(partner: SignedIn) {
  expect(await stored(partner)).toEqual([]);
  expect((await partner.call(routes.listLeads)).body.total).toBe(0);
}

async function receivedFolders() {
  return (await readdir(folder)).filter((name) => name.startsWith('portal-upload-'));
}

test('The leads of a CSV file are stored as new, in file order, and belong to the caller', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const csv = [
    `${header},phone_number,website,title,country`,
    'Acme,Ada,Lovelace,ada@acme.example,+44 20,acme.example,CEO,Malta',
    'Bolt,Bob,Builder,bob@bolt.example,,,,',
    'Coil,Cy,Coiler,cy@coil.example,0049123,,,',
  ].join('\n');
  const { status, body } = await upload(partner, csv);
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, count: 3 } });
  const made = { status: 'new', source: 'upload', created_at: portal.clock.now().toISOString() };
  const blank = { phone_number: null, website: null, title: null, country: null };
  const rows = await stored<{ company_name: string }>(partner);
  expect(rows.map((lead) => lead.company_name)).toEqual(['Acme', 'Bolt', 'Coil']);
  expect(rows[0]).toEqual({
    company_name: 'Acme',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
    phone_number: '+44 20',
    website: 'acme.example',
    title: 'CEO',
    country: 'Malta',
    ...made,
  });
  expect(rows[1]).toMatchObject({ ...blank, ...made });
  expect(rows[2]).toMatchObject({ phone_number: '0049123' });
  await expectNothingStored(other);
  expect(await receivedFolders()).toEqual([]);
});

test('Uploaded leads are found by search and count like any other', async () => {
  const partner = await portal.asPartner();
  await upload(partner, `${header}\nMüller,Ada,Lovelace,ada@acme.example\n${row}`);
  const found = await partner.call(routes.listLeads, { query: { search: 'MÜLL' } });
  expect(found.body).toMatchObject({ total: 1, leads: [{ company_name: 'Müller' }] });
  const counted = await partner.call(routes.countLeads, { query: { status_group: 'new' } });
  expect(counted.body.count).toBe(2);
});

test.each([
  { name: 'sample.csv', type: 'text/csv' },
  { name: 'sample.xls', type: 'application/vnd.ms-excel' },
  {
    name: 'sample.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  { name: 'sample.xlsx', type: 'text/plain' },
])('The file $name, declared as $type, is stored by what its bytes are', async ({ name, type }) => {
  const partner = await portal.asPartner();
  const { status, body } = await upload(partner, await readFile(new URL(name, fixtures)), {
    name: type === 'text/plain' ? 'unknown' : name,
    type,
  });
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, count: 3 } });
  const rows = await stored<Record<string, string>>(partner);
  expect(rows.map((lead) => lead.company_name)).toEqual([
    'Northwind Logistics Ltd',
    'Müller & Söhne GmbH',
    'Café Lumière, SARL',
  ]);
  expect(rows[1]).toMatchObject({ first_name: 'Jürgen', phone_number: '+49 30 901820' });
});

test('One bad row keeps all others out, and each problem is told with row and column', async () => {
  const partner = await portal.asPartner();
  const csv = `${header}\n${row}\nBolt,,Builder,bob@bolt\n${row}\n,Cy,Coiler,\n`;
  const { status, body } = await upload(partner, csv);
  expect(status).toBe(400);
  expect(body).toEqual({
    error:
      'No leads were stored. 4 problems were found, the first in row 3, first_name: First name is required',
    problems: [
      { row: 3, column: 'first_name', value: '', message: 'First name is required' },
      { row: 3, column: 'email', value: 'bob@bolt', message: 'Email is invalid' },
      { row: 5, column: 'company_name', value: '', message: 'Company name is required' },
      { row: 5, column: 'email', value: '', message: 'Email is required' },
    ],
    problem_count: 4,
  });
  await expectNothingStored(partner);
});

test('Of endless problems the first thousand are told, and all are counted', async () => {
  const partner = await portal.asPartner();
  const csv = `${header}\n${'Acme,Ada,Lovelace,nonsense\n'.repeat(1001)}`;
  const { status, body } = await upload(partner, csv);
  expect(status).toBe(400);
  expect(body).toMatchObject({ problem_count: 1001 });
  expect((body as { problems: unknown[] }).problems).toHaveLength(1000);
});

test('A column that is missing is told once', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await upload(partner, 'company_name,first_name,last_name\nA,B,C\n');
  expect(status).toBe(400);
  expect(body).toMatchObject({
    problems: [{ row: 1, column: 'email', message: 'Column email is missing' }],
    problem_count: 1,
  });
});

/** A multipart body of these parts, each with its head and its content. */
function multipart(parts: { head: string; content: string }[]) {
  const body = parts.map(({ head, content }) => {
    return `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  });
  return {
    payload: `${body.join('')}--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

const csv = `${header}\n${row}\n`;
test.each([
  { what: 'no part', parts: [], error: 'Please select a file to upload' },
  {
    what: 'a text in place of the file',
    parts: [{ head: 'name="file"', content: csv }],
    error: 'Please select a file to upload',
  },
  {
    what: 'a file without a name, as a form sends it when none was chosen',
    parts: [{ head: 'name="file"; filename=""', content: '' }],
    error: 'Please select a file to upload',
  },
  {
    what: 'what a desktop leaves in folders',
    parts: [{ head: 'name="file"; filename=".DS_Store"', content: 'Bud1' }],
    error: 'Please select a file to upload',
  },
  {
    what: 'a file of another field',
    parts: [{ head: 'name="other"; filename="a.csv"', content: csv }],
    error: 'Please select a file to upload',
  },
  {
    what: 'two files',
    parts: ['a.csv', 'b.csv'].map((name) => ({
      head: `name="file"; filename="${name}"`,
      content: csv,
    })),
    error: 'Please upload one file at a time',
  },
  {
    what: 'a file that is a PDF',
    parts: [{ head: 'name="file"; filename="a.csv"', content: '%PDF-1.7 and so on' }],
    error: 'Please upload a valid CSV or Excel file',
  },
  {
    what: 'a file with nothing below its header',
    parts: [{ head: 'name="file"; filename="a.csv"', content: `${header}\n` }],
    error: 'The file has no leads: add at least one row below the header row',
  },
])('An upload with $what is refused: $error', async ({ parts, error }) => {
  const partner = await portal.asPartner();
  const { status, body } = await partner.send({
    method: 'POST',
    url: '/api/leads/upload',
    ...multipart(parts),
  });
  expect({ status, body }).toEqual({ status: 400, body: { error } });
  await expectNothingStored(partner);
  expect(await receivedFolders()).toEqual([]);
});

test('What a desktop leaves in folders is passed over beside the file', async () => {
  const partner = await portal.asPartner();
  const parts = ['.DS_Store', 'a.csv', 'Thumbs.db'].map((name) => ({
    head: `name="file"; filename="${name}"`,
    content: name.endsWith('.csv') ? csv : 'Bud1',
  }));
  const url = '/api/leads/upload';
  const { status, body } = await partner.send({ method: 'POST', url, ...multipart(parts) });
  expect({ status, body }).toMatchObject({ status: 200, body: { count: 1 } });
});

test.each(['text/csv', 'application/json', 'application/octet-stream'])(
  'A body of the type %s is refused: a file comes as multipart',
  async (type) => {
    const partner = await portal.asPartner();
    const { status, body } = await partner.send({
      method: 'POST',
      url: '/api/leads/upload',
      payload: type === 'application/json' ? '{}' : csv,
      headers: { 'content-type': type },
    });
    expect([status, body]).toEqual([415, { error: 'This content type is not accepted here' }]);
    await expectNothingStored(partner);
  },
);

test('What cells hold arrives unchanged, whatever it means to a database', async () => {
  const partner = await portal.asPartner();
  const cells = [
    'a\tb',
    'line\nbreak',
    'line\r\nbreak',
    'back\\slash',
    '\\N',
    '\\.',
    '\\t \\n \\x41',
    'say "hi"',
    "it's; drop table leads --",
    '😀 emoji',
    'comma, semicolon; pipe|',
    'NULL',
    '$1 {x} %s',
  ];
  const lines = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Ada,Lovelace,a@b.example`);
  const { status } = await upload(partner, [header, ...lines].join('\n'));
  expect(status).toBe(200);
  const rows = await stored<{ company_name: string }>(partner);
  expect(rows.map((lead) => lead.company_name)).toEqual(cells);
});

test('Five thousand rows are stored, none lost and none out of order', async () => {
  const partner = await portal.asPartner();
  const names = Array.from({ length: 5000 }, (_, i) => `Company ${i}`);
  const lines = names.map((name) => `${name},Ada,Lovelace,ada@acme.example`);
  const { body } = await upload(partner, [header, ...lines].join('\n'));
  expect(body).toMatchObject({ success: true, count: 5000 });
  const rows = await stored<{ company_name: string }>(partner);
  expect(rows.map((lead) => lead.company_name)).toEqual(names);
  const last = await partner.call(routes.listLeads, { query: { limit: 1, offset: 4999 } });
  expect(last.body).toMatchObject({ total: 5000, leads: [{ company_name: 'Company 0' }] });
});

test.each([
  { isAsked: true, rested: 0, rest: 12 },
  { isAsked: true, rested: 29_999, rest: 12 },
  { isAsked: true, rested: 30_000, rest: 0 },
  { isAsked: false, rested: 0, rest: 0 },
])(
  'A file that has rested for $rested ms rests for $rest more where it is $isAsked that others wait',
  ({ isAsked, rested, rest }) => {
    expect(restAfterTurn(isAsked, rested)).toBe(rest);
  },
);

test('While others wait for the database, the rows of a file are stored with a rest after every fifty', async () => {
  const partner = await portal.asPartner();
  const asked: number[] = [];
  const isAsked = vi.spyOn(portal.db, 'isAsked').mockImplementation(() => {
    asked.push(performance.now());
    return true;
  });
  const rows = [header, ...Array<string>(500).fill(row)].join('\n');
  expect((await upload(partner, rows)).body).toMatchObject({ count: 500 });
  isAsked.mockRestore();
  expect(asked).toHaveLength(10);
  // A timer may fire a millisecond early.
  expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(9 * 11);
});

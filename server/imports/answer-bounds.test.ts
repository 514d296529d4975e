import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxUploadColumns } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

const most = 1_000_000;
let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());

const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));
const names = 'company_name,first_name,last_name,email';

test('The check of a file with the longest titles and cells is under 1 MB', async () => {
  const wide = Array.from({ length: maxUploadColumns - 4 }, (_, n) => `${n}${'語'.repeat(290)}`);
  const rows = Array.from({ length: 5 }, (_, n) =>
    ['Acme', 'Ada', `Byron ${n}`, `ada${n}@acme.example`, ...wide].join(','),
  );
  const file = filePayload([`${names},${wide.join(',')}`, ...rows].join('\n'));
  const { status, body } = await partner.call(routes.checkUpload, { file });
  expect(status).toBe(200);
  expect(body.columns).toHaveLength(maxUploadColumns);
  expect(body.rows).toBe(5);
  expect(bytesOf(body)).toBeLessThan(most);
});

test('What is told of wrong rows and of repeated ones is under 1 MB, and all of them are counted', async () => {
  const title = '語'.repeat(30_000);
  const rows = Array.from(
    { length: 1_500 },
    () => `${'語'.repeat(200)},Ada,Byron,${'語'.repeat(250)}`,
  );
  const file = filePayload([`company_name,first_name,last_name,${title}`, ...rows].join('\n'));
  const query = { columns: '0:company_name,1:first_name,2:last_name,3:email' };
  const checked = await partner.call(routes.checkUpload, { file, query });
  expect([checked.status, checked.body.problem_count]).toEqual([200, 1_500]);
  expect(checked.body.problems.length).toBeGreaterThan(100);
  expect(bytesOf(checked.body)).toBeLessThan(most);
  const stored = await partner.call(routes.uploadLeads, { file, query });
  expect(stored.status).toBe(400);
  expect(stored.body.error.length).toBeLessThan(500);
  expect(bytesOf(stored.body)).toBeLessThan(most);
});

test('A first row that is a lead has no more columns than a row of names may have', async () => {
  const file = filePayload(`Acme,Ada,Byron,ada@acme.example${','.repeat(16_000)}\n`);
  const query = {
    first_row: 'lead' as const,
    columns: '0:company_name,1:first_name,2:last_name,3:email',
  };
  const { status, body } = await partner.call(routes.checkUpload, { file, query });
  expect([status, body.columns.length]).toEqual([200, maxUploadColumns]);
});

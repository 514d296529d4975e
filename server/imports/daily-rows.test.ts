import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { routes } from '#contract/routes.ts';
import { hitIfFits } from '#server/http/rate-limits.queries.ts';
import {
  filePayload,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { readUploadedFile } from './uploaded-file.ts';

const most = 10;
const day = 86_400;
let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_UPLOADED_ROWS: String(most) } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  partner = await portal.asPartner();
});

let made = 0;
function fileOf(rows: number) {
  const lines = Array.from({ length: rows }, () => `Acme,Ada,Lovelace,ada-${++made}@acme.example`);
  return filePayload(['company_name,first_name,last_name,email', ...lines].join('\n'));
}
const check = (caller: SignedIn, rows: number) =>
  caller.call(routes.checkUpload, { file: fileOf(rows) });
const upload = (caller: SignedIn, rows: number, query = {}) =>
  caller.call(routes.uploadLeads, { file: fileOf(rows), query });
const storedBy = async (caller: SignedIn) => (await caller.call(routes.listLeads)).body.total;

test('Rows that are checked and rows that are uploaded count together, and none past them are stored', async () => {
  expect((await check(partner, 4)).status).toBe(200);
  expect((await upload(partner, 5)).status).toBe(200);
  portal.clock.advance(60_000);
  const { status, headers, body } = await upload(partner, 2);
  expect([status, headers['retry-after']]).toEqual([429, String(day - 60)]);
  expect(body).toEqual({ error: importText.dailyRows(most, day - 60) });
  expect((await check(partner, 2)).status).toBe(429);
  expect(await storedBy(partner)).toBe(5);
});

test('A file that is checked, checked again and then uploaded counts once; uploaded again it counts again', async () => {
  const file = fileOf(6);
  for (const columns of [undefined, '0:company_name,1:first_name,2:last_name,3:email'])
    expect((await partner.call(routes.checkUpload, { file, query: { columns } })).status).toBe(200);
  expect((await partner.call(routes.uploadLeads, { file })).status).toBe(200);
  expect((await upload(partner, 4)).status).toBe(200);
  const query = { upload_id: crypto.randomUUID() };
  expect((await partner.call(routes.uploadLeads, { file, query })).status).toBe(429);
  expect(await storedBy(partner)).toBe(10);
});

test('A check that is refused leaves nothing that an upload of the file could use up', async () => {
  expect((await check(partner, 9)).status).toBe(200);
  const file = fileOf(2);
  expect((await partner.call(routes.checkUpload, { file })).status).toBe(429);
  expect((await partner.call(routes.uploadLeads, { file })).status).toBe(429);
});

test('Rows that are refused are not counted: a smaller file may still fit', async () => {
  expect((await upload(partner, 7)).status).toBe(200);
  expect((await upload(partner, 4)).status).toBe(429);
  expect((await upload(partner, 3)).status).toBe(200);
  expect((await upload(partner, 1)).status).toBe(429);
});

test('After a day all of them are there again', async () => {
  expect((await check(partner, most)).status).toBe(200);
  portal.clock.advance(day * 1000 - 1);
  // The session has expired meanwhile.
  const again = await portal.logIn(partner.user.email, partnerPassword);
  expect((await check(again, 1)).status).toBe(429);
  portal.clock.advance(1);
  expect((await check(again, most)).status).toBe(200);
});

test('A file of more rows than a day has is refused with what to do, however few were used', async () => {
  const { status, headers, body } = await check(partner, most + 1);
  expect([status, headers['retry-after']]).toEqual([429, String(day)]);
  expect(body).toEqual({ error: importText.moreThanDailyRows(most) });
  expect((await check(partner, most)).status).toBe(200);
});

test('What an administrator uploads for a partner counts as the administrator’s', async () => {
  const admin = await portal.asAdmin();
  const query = { partner_id: partner.user.id };
  expect((await upload(admin, 9, query)).status).toBe(200);
  expect((await upload(admin, 9, query)).status).toBe(429);
  expect((await upload(partner, 9)).status).toBe(200);
});

test('A repeated call of an upload that was stored is answered, and counts nothing', async () => {
  const file = fileOf(9);
  const query = { upload_id: crypto.randomUUID() };
  const first = await partner.call(routes.uploadLeads, { file, query });
  const second = await partner.call(routes.uploadLeads, { file, query });
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect((await check(partner, 1)).status).toBe(200);
});

test('However many count at the same moment, no more than fit are taken', async () => {
  const limit = portal.config.rateLimits.uploaded_rows;
  const all = Array.from({ length: 20 }, () => hitIfFits(portal.db, 'test:at once', 3, limit));
  const taken = (await Promise.all(all)).filter(({ fits }) => fits);
  expect(taken).toHaveLength(3);
});

test('A file that is refused for its rows leaves nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daily-rows-'));
  const path = join(folder, 'leads.csv');
  const lines = Array.from({ length: most + 1 }, (_, n) => `Acme,Ada,Byron,ada-${n}@acme.example`);
  await writeFile(path, ['company_name,first_name,last_name,email', ...lines].join('\n'));
  const { id } = partner.user;
  const read = readUploadedFile(
    {
      db: portal.db,
      partnerId: id,
      sentBy: { id, role: 'partner', requestId: 'test' },
      path,
      fileName: 'leads.csv',
      sha256: Buffer.alloc(32),
      columns: undefined,
      signal: new AbortController().signal,
      rowLimit: portal.config.rateLimits.uploaded_rows,
      clock: portal.clock.now,
      reportProgress: () => {},
    },
    'check',
  );
  await expect(read).rejects.toMatchObject({ code: 'too_many' });
  expect(await readdir(folder)).toEqual(['leads.csv']);
  await rm(folder, { recursive: true });
});

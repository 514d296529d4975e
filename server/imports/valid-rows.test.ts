import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRowStore, readValidRows, type ValidRow } from './valid-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'valid-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowWith = (row: number, company_name: string): ValidRow => ({
  row,
  repeats: false,
  lead: {
    ...{ company_name, first_name: 'Ada', last_name: 'Byron', email: 'ada@acme.example' },
    ...{ phone_number: null, website: null, title: null, country: null },
  },
});

async function keptAndRead(rows: ValidRow[]) {
  const path = join(folder, 'rows');
  const store = createRowStore(path);
  for (const row of rows) store.add(row);
  const { count, batches } = store.finish();
  expect(count).toBe(rows.length);
  const read: ValidRow[][] = [];
  for await (const batch of readValidRows(path, batches)) read.push(batch);
  return { batches, read };
}

test('Rows come back in batches of 250, as they were, whatever bytes their letters take', async () => {
  const rows = Array.from({ length: 501 }, (_, row) =>
    rowWith(row, `株式会社 😀 é "\\\n\u2028${row}`),
  );
  const { read } = await keptAndRead(rows);
  expect(read.map((batch) => batch.length)).toEqual([250, 250, 1]);
  expect(read.flat()).toEqual(rows);
});

test('A batch of long rows ends before it takes more than 256 KB, and a longer row is one of its own', async () => {
  const most = 256 * 1024;
  const long = Array.from({ length: 300 }, (_, row) => rowWith(row, '社'.repeat(1_000)));
  const rows = [...long, rowWith(300, 'x'.repeat(most)), rowWith(301, 'Acme')];
  const { batches, read } = await keptAndRead(rows);
  expect(read.flat()).toEqual(rows);
  expect(read.slice(-2).map((batch) => batch.length)).toEqual([1, 1]);
  const usual = batches.toSpliced(-2, 1);
  expect(Math.max(...usual)).toBeLessThanOrEqual(most);
  // Full ones: the next row would not have had room.
  expect(Math.min(...usual.slice(0, -2))).toBeGreaterThan(most - 4_000);
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellObject, read, type WorkBook } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { openReport, type ReportFormat } from './report.ts';

type Row = [cells: readonly string[], errors: string];

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(folder, `report-${++files}`);

const csv: ReportFormat = { format: 'csv', delimiter: ',' };
const xlsx: ReportFormat = { format: 'xlsx', sheet: 'Leads' };
const formats = [
  ['CSV', csv],
  ['XLSX', xlsx],
] as const;

async function write(format: ReportFormat, titles: readonly string[], rows: readonly Row[]) {
  const path = newPath();
  const report = await openReport(path, format, titles);
  for (const [cells, errors] of rows) await report.row(cells, errors);
  await report.finish();
  return path;
}

function open(path: string): WorkBook {
  return read(readFileSync(path), { dense: true, cellNF: true, WTF: true });
}

function cellsOf(book: WorkBook): (CellObject | undefined)[][] {
  const rows: CellObject[][] = book.Sheets[book.SheetNames[0] ?? '']?.['!data'] ?? [];
  return Array.from(rows, (row) => [...(row ?? [])]);
}

/** What a program that knows nothing of this one reads. */
function readBack(format: ReportFormat, path: string): string[][] {
  if (format.format !== 'csv') {
    return cellsOf(open(path)).map((row) => row.map((cell) => String(cell?.v ?? '')));
  }
  return parse(readFileSync(path), { bom: true, delimiter: format.delimiter });
}

async function roundTrip(format: ReportFormat, titles: readonly string[], rows: readonly Row[]) {
  return readBack(format, await write(format, titles, rows));
}

describe.each(formats)('a %s report', (_, format) => {
  it('has the titles and Errors, then each row and what is wrong with it', async () => {
    const rows: Row[] = [
      [['Acme', 'nobody'], 'email: Email is invalid'],
      [['Basic', 'b@basic.example'], 'seen before'],
    ];
    expect(await roundTrip(format, ['company_name', 'E-Mail'], rows)).toEqual([
      ['company_name', 'E-Mail', 'Errors'],
      ['Acme', 'nobody', 'email: Email is invalid'],
      ['Basic', 'b@basic.example', 'seen before'],
    ]);
  });

  it('replaces the Errors column of an earlier report', async () => {
    const titles = ['a', ' ERRORS ', 'b', 'errors'];
    expect(await roundTrip(format, titles, [[['1', 'old', '2', 'old'], 'new']])).toEqual([
      ['a', 'b', 'Errors'],
      ['1', '2', 'new'],
    ]);
  });

  it('has Errors in its column for rows that are short or have holes', async () => {
    const sparse: string[] = [];
    sparse[2] = 'z';
    const rows: Row[] = [
      [['x'], 'one'],
      [[], 'none'],
      [sparse, 'hole'],
    ];
    expect(await roundTrip(format, ['a', 'b', 'c'], rows)).toEqual([
      ['a', 'b', 'c', 'Errors'],
      ['x', '', '', 'one'],
      ['', '', '', 'none'],
      ['', '', 'z', 'hole'],
    ]);
  });

  it('names the cells beyond the header in Errors', async () => {
    const rows: Row[] = [
      [['1', '2', 'x', '', ' ', 'y'], 'wrong'],
      [['1', '2', 'x'], ''],
      [['1', '2', '', ' '], 'wrong'],
    ];
    const errors = (await roundTrip(format, ['a', 'b'], rows)).map((row) => row.slice(2));
    expect(errors).toEqual([
      ['Errors'],
      ['wrong (left over: x | y)'],
      ['(left over: x)'],
      ['wrong'],
    ]);
  });

  it('has Errors beside the last title that is not blank', async () => {
    const titles = ['a'];
    titles[2] = 'b';
    titles.push(' ', '');
    expect(await roundTrip(format, titles, [[['1', '2', '3', '', '5'], 'wrong']])).toEqual([
      ['a', '', 'b', 'Errors'],
      ['1', '2', '3', 'wrong (left over: 5)'],
    ]);
  });

  it('of a file as wide as can be still has Errors', async () => {
    const titles = Array.from({ length: 16_384 }, (_, index) => `t${index}`);
    const [header, row] = await roundTrip(format, titles, [[titles, 'wrong']]);
    expect(header).toEqual([...titles.slice(0, -1), 'Errors']);
    expect(row?.at(-1)).toBe(`wrong (left over: ${titles.at(-1)})`);
  });

  it('is gone when it is discarded, finished or not', async () => {
    const path = newPath();
    await (await openReport(path, format, ['a'])).discard();
    expect(existsSync(path)).toBe(false);
    const finished = await openReport(path, format, ['a']);
    await finished.finish();
    expect(existsSync(path)).toBe(true);
    await finished.discard();
    expect(existsSync(path)).toBe(false);
  });
});

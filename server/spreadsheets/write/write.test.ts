import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellObject, read, type WorkBook } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { guardFormula, keepApostrophes, withoutGuard } from '../formula.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { readWorkbook } from '../workbook.ts';
import { csvCell } from './csv-cell.ts';
import { openCsv } from './csv-table.ts';
import { gatherText } from './output.ts';
import { columnName } from './sheet-xml.ts';
import { openXlsx } from './xlsx-table.ts';

type Rows = readonly (readonly string[])[];

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(folder, `table-${++files}`);

/** How a table is written, and what a program that knows nothing of this one reads in it. */
const csv = (delimiter = ',') => ({
  open: (path: string) => openCsv(path, delimiter),
  readBack: (path: string): string[][] => parse(readFileSync(path), { bom: true, delimiter }),
});
const xlsx = (sheet = 'Leads') => ({
  open: (path: string) => openXlsx(path, sheet),
  readBack: (path: string): string[][] =>
    cellsOf(openBook(path)).map((row) => row.map((cell) => String(cell?.v ?? ''))),
});
type Format = ReturnType<typeof csv>;

async function write({ open }: Format, [header = [], ...rows]: Rows): Promise<string> {
  const path = newPath();
  const table = await open(path);
  await table.begin(header);
  for (const row of rows) await table.row(row);
  await table.finish();
  return path;
}

const roundTrip = async (format: Format, rows: Rows) => format.readBack(await write(format, rows));

function openBook(path: string): WorkBook {
  return read(readFileSync(path), { dense: true, cellNF: true, WTF: true });
}

function cellsOf(book: WorkBook): (CellObject | undefined)[][] {
  const rows: CellObject[][] = book.Sheets[book.SheetNames[0] ?? '']?.['!data'] ?? [];
  return Array.from(rows, (row) => [...(row ?? [])]);
}

describe.each([
  ['CSV', csv()],
  ['XLSX', xlsx()],
])('a %s file', (_, format) => {
  it.each([
    ['accents and other scripts', 'Müller Łukasz Ÿves 日本 😀'],
    ['line breaks', 'first\nsecond\n\nfourth'],
    ['quotes', '"Acme" said "no""'],
    ['delimiters', 'a,b;c|d\te'],
    ['markup', `<b>&amp;'"</b> ]]>`],
    ['blanks at its ends', '  Acme  '],
    ['leading zeros', '0049 151'],
    ['many digits', '4915112345678901234'],
    ['a date', '2024-03-05'],
    ['a control character', 'a\u0001b\u001fc\u007f'],
    ['what looks like an escape of XLSX', '_x0041_x0042_ _X0043_ _x_'],
  ])('keeps a cell with %s', async (_, text) => {
    const rows = [
      ['a', text],
      [text, 'x'],
    ];
    expect(await roundTrip(format, rows)).toEqual(rows);
  });

  it('keeps the order of many rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [`c ${row}`, 'é']);
    expect(await roundTrip(format, [['a', 'b'], ...rows])).toEqual([['a', 'b'], ...rows]);
  });

  it('is gone when it is discarded, finished or not', async () => {
    const path = newPath();
    await (await format.open(path)).discard();
    expect(existsSync(path)).toBe(false);
    const finished = await format.open(path);
    await finished.begin(['a']);
    await finished.finish();
    expect(existsSync(path)).toBe(true);
    await finished.discard();
    expect(existsSync(path)).toBe(false);
  });

  it('says so where it cannot be opened', async () => {
    await expect(format.open(join(folder, 'no such folder', 'table'))).rejects.toThrow('ENOENT');
  });

  it.runIf(existsSync('/dev/full'))('says so where the disk is full', async () => {
    const path = newPath();
    symlinkSync('/dev/full', path);
    const table = await format.open(path);
    const fill = async () => {
      await table.begin(['a']);
      await table.finish();
    };
    await expect(fill().finally(table.discard)).rejects.toThrow('ENOSPC');
    expect(existsSync(path)).toBe(false);
  });
});

describe('a CSV file', () => {
  it('is UTF-8 with a mark, CRLF and quotes where they are needed', async () => {
    const rows = [
      ['1', '2', '3', '4', '5', '6', '7'],
      ['a "b"', 'c;d', 'e,f', ' g', 'h\n', '', 'ü'],
    ];
    expect(readFileSync(await write(csv(';'), rows), 'utf8')).toBe(
      '\uFEFF1;2;3;4;5;6;7\r\n"a ""b""";"c;d";"e,f";" g";"h\n";;ü\r\n',
    );
  });

  it.each([',', ';', '\t', '|'])('is delimited by %j', async (delimiter) => {
    const cells = ['a,b', 'c;d', 'e\tf', 'g|h', '"'];
    expect(await roundTrip(csv(delimiter), [cells, cells])).toEqual([cells, cells]);
  });

  it('has no cell that a spreadsheet program takes for a formula', async () => {
    const payloads = [
      ...['=1+1', '+49 151', '-1', '@SUM(A1)', '|cmd', '\t=1', '\r=1', '=HYPERLINK("x")'],
      ...['＝1+1', '＋49 151', '－1', '＠SUM(A1)'],
    ];
    const escaped = payloads.map((payload) => `'${payload}`);
    expect(await roundTrip(csv(), [payloads, payloads])).toEqual([escaped, escaped]);
  });

  it.each(['=1', "'=1", "''＝1", '＠x', '|x', "'|x", "'quoted'", "''", 'a＝b', ''])(
    'has %j in it such that a reader who takes the guard away has it again',
    (text) => {
      expect(withoutGuard(guardFormula(keepApostrophes(text)))).toBe(text);
    },
  );

  it('leaves other cells as they are', () => {
    expect(['a=b', 'a|b', "'quoted'", ' =1', '', 'x@y.example'].map(guardFormula)).toEqual([
      'a=b',
      'a|b',
      "'quoted'",
      ' =1',
      '',
      'x@y.example',
    ]);
    expect(csvCell('=a;"b"', ';')).toBe('"\'=a;""b"""');
  });
});

describe('an XLSX file', () => {
  it('has nothing but text, in cells that keep what is typed into them', async () => {
    const cells = ['=1+1', '+49 151', '-1', '@SUM(A1)', '\t=1', '007', 'TRUE', '#N/A', '12.5'];
    const [, row] = cellsOf(openBook(await write(xlsx(), [cells, cells])));
    expect(row?.map((cell) => [cell?.t, cell?.v, cell?.f, cell?.z])).toEqual(
      cells.map((text) => ['s', text, undefined, '@']),
    );
  });

  it.each([
    ['stays as it is', 'Müller & "Söhne" <1>', 'Müller & "Söhne" <1>'],
    ['loses what Excel forbids', '[a]:b*c?d/e\\f\n', '_a__b_c_d_e_f_'],
    ['is cut to 31 characters', 'x'.repeat(40), 'x'.repeat(31)],
    ['is not cut inside a character', `${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    ['has no apostrophe at its ends', "'Leads'", 'Leads'],
    ['is not empty', " ' ", 'Sheet1'],
    ['is not the one that Excel keeps for itself', 'History', 'Sheet1'],
  ])('has a sheet whose name %s', async (_, given, expected) => {
    expect(openBook(await write(xlsx(given), [['a']])).SheetNames).toEqual([expected]);
  });

  it('has long texts whole, up to what Excel can hold', async () => {
    const texts = [4_110, 4_111, 8_223, 32_767, 32_768].map((length) => 'é'.repeat(length));
    const pairs = `x${'😀'.repeat(20_000)}`;
    const rows = [...texts, pairs].map((text) => ['x', text]);
    const written = await roundTrip(xlsx(), [['a', 'b'], ...rows]);
    expect(written.slice(1).map((row) => row[1])).toEqual([
      ...texts.slice(0, 4),
      texts[3],
      `x${'😀'.repeat(16_383)}`,
    ]);
  });

  it('is read by the portal itself', async () => {
    const texts = Array.from({ length: 5_000 }, (_, row) => `${row} ${'text '.repeat(row % 50)}`);
    const path = await write(xlsx(), [['a', 'b'], ...texts.map((text) => [text, 'c'])]);
    const rows: string[] = [];
    for await (const { cells } of (await readWorkbook(path, 'zip')).rows) {
      rows.push(cells.join('|'));
    }
    expect(rows).toEqual(['a|b', ...texts.map((text) => `${text}|c`)]);
  });

  it('keeps a carriage return and characters that XML cannot hold', async () => {
    const text = 'a\rb\0c\uFFFEd\uFFFF';
    const [, row] = await roundTrip(xlsx(), [['a'], [text]]);
    expect(row).toEqual([text]);
  });

  it('names its columns as Excel does', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual([
      'A',
      'Z',
      'AA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });
});

describe('text on its way to the disk', () => {
  it('goes in pieces, each of which is waited for', async () => {
    const written: string[] = [];
    const write = async (bytes: Buffer) => void written.push(bytes.toString());
    const text = gatherText(write, { piece: 4, bytes: 100 });
    expect(text.add('ab')).toBeUndefined();
    await text.add('cde');
    expect(written).toEqual(['abcde']);
    await text.add('f');
    await text.flush();
    await text.flush();
    expect(written).toEqual(['abcde', 'f']);
  });

  it('is refused past all bounds', async () => {
    const text = gatherText(async () => {}, { piece: 4, bytes: 8 });
    await text.add('abcd');
    await text.add('efgh');
    await expect(text.add('ijkl')).rejects.toThrow(SpreadsheetError);
  });
});

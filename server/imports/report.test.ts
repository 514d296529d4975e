import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellObject, read, type WorkBook } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { SpreadsheetError } from '#server/spreadsheets/spreadsheet-error.ts';
import { readWorkbook } from '#server/spreadsheets/workbook.ts';
import { csvCell, escapeFormula } from '#server/spreadsheets/write/csv-cell.ts';
import { gatherText } from '#server/spreadsheets/write/output.ts';
import { columnName } from '#server/spreadsheets/write/sheet-xml.ts';
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
    const rows = await roundTrip(format, ['a', text], [[[text, 'x'], text]]);
    expect(rows).toEqual([
      ['a', text, 'Errors'],
      [text, 'x', text],
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

  it('keeps the order of many rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row): Row => [[`c ${row}`, 'é'], `e ${row}`]);
    const read = await roundTrip(format, ['a', 'b'], rows);
    expect(read.slice(1)).toEqual(rows.map(([cells, errors]) => [...cells, errors]));
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

  it('says so where it cannot be opened', async () => {
    const path = join(folder, 'no such folder', 'report');
    await expect(openReport(path, format, ['a'])).rejects.toThrow('ENOENT');
  });

  it.runIf(existsSync('/dev/full'))('says so where the disk is full', async () => {
    const path = newPath();
    symlinkSync('/dev/full', path);
    const fill = async () => {
      const report = await openReport(path, format, ['a']);
      await report.finish().finally(report.discard);
    };
    await expect(fill()).rejects.toThrow('ENOSPC');
    expect(existsSync(path)).toBe(false);
  });
});

describe('a CSV report', () => {
  it('is UTF-8 with a mark, CRLF and quotes where they are needed', async () => {
    const rows: Row[] = [[['a "b"', 'c;d', 'e,f', ' g', 'h\n', ''], 'ü']];
    const path = await write(
      { format: 'csv', delimiter: ';' },
      ['1', '2', '3', '4', '5', '6'],
      rows,
    );
    expect(readFileSync(path, 'utf8')).toBe(
      '\uFEFF1;2;3;4;5;6;Errors\r\n"a ""b""";"c;d";"e,f";" g";"h\n";;ü\r\n',
    );
  });

  it.each([',', ';', '\t', '|'])('is delimited by %j', async (delimiter) => {
    const cells = ['a,b', 'c;d', 'e\tf', 'g|h', '"'];
    const format: ReportFormat = { format: 'csv', delimiter };
    expect(await roundTrip(format, cells, [[cells, 'x']])).toEqual([
      [...cells, 'Errors'],
      [...cells, 'x'],
    ]);
  });

  it('has no cell that a spreadsheet program takes for a formula', async () => {
    const payloads = ['=1+1', '+49 151', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("x")'];
    const read = await roundTrip(csv, payloads, [[payloads, '=1+1']]);
    const escaped = payloads.map((payload) => `'${payload}`);
    expect(read).toEqual([
      [...escaped, 'Errors'],
      [...escaped, "'=1+1"],
    ]);
  });

  it('leaves other cells as they are', () => {
    expect(['a=b', "'quoted'", ' =1', '', 'x@y.example'].map(escapeFormula)).toEqual([
      'a=b',
      "'quoted'",
      ' =1',
      '',
      'x@y.example',
    ]);
    expect(csvCell('=a;"b"', ';')).toBe('"\'=a;""b"""');
  });
});

describe('an XLSX report', () => {
  const sheetOf = async (sheet: string) => {
    return open(await write({ ...xlsx, sheet }, ['a'], [])).SheetNames;
  };

  it('has nothing but text, in cells that keep what is typed into them', async () => {
    const cells = ['=1+1', '+49 151', '-1', '@SUM(A1)', '\t=1', '007', 'TRUE', '#N/A', '12.5'];
    const [, row] = cellsOf(open(await write(xlsx, cells, [[cells, '=2']])));
    expect(row?.map((cell) => [cell?.t, cell?.v, cell?.f, cell?.z])).toEqual(
      [...cells, '=2'].map((text) => ['s', text, undefined, '@']),
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
    expect(await sheetOf(given)).toEqual([expected]);
  });

  it('has long texts whole, up to what Excel can hold', async () => {
    const texts = [4_110, 4_111, 8_223, 32_767, 32_768].map((length) => 'é'.repeat(length));
    const pairs = `x${'😀'.repeat(20_000)}`;
    const rows = await roundTrip(
      xlsx,
      ['a'],
      [...texts, pairs].map((text) => [['x'], text]),
    );
    expect(rows.slice(1).map((row) => row[1])).toEqual([
      ...texts.slice(0, 4),
      texts[3],
      `x${'😀'.repeat(16_383)}`,
    ]);
  });

  it('is read by the portal itself', async () => {
    const texts = Array.from({ length: 5_000 }, (_, row) => `${row} ${'text '.repeat(row % 50)}`);
    const path = await write(
      xlsx,
      ['a'],
      texts.map((text) => [[text], 'wrong']),
    );
    const rows: string[] = [];
    for await (const { cells } of (await readWorkbook(path, 'zip')).rows) {
      rows.push(cells.join('|'));
    }
    expect(rows).toEqual(['a|Errors', ...texts.map((text) => `${text}|wrong`)]);
  });

  it('keeps a carriage return and characters that XML cannot hold', async () => {
    const text = 'a\rb\0c\uFFFEd\uFFFF';
    const [, row] = await roundTrip(xlsx, ['a'], [[[text], 'x']]);
    expect(row).toEqual([text, 'x']);
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

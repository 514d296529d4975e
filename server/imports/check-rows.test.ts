import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { uploadColumns } from '#contract/imports.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import { maxSheetColumns } from '#server/spreadsheets/rows.ts';
import { uploadFolder } from '#test/lead-files.ts';
import { acme, columns, header, saveAs, workbook } from '#test/spreadsheet-files.ts';
import { checkRows } from './check-rows.ts';
import { openReport } from './report.ts';
import type { RowStore } from './valid-rows.ts';

const { check, folder, read, remove } = uploadFolder();
afterAll(remove);
const row = acme.join(',');
const formats = [
  ['CSV', (rows: string[][]) => rows.map((cells) => cells.join(',')).join('\r\n')],
  ['XLSX', (rows: string[][]) => saveAs(workbook(rows), 'xlsx')],
  ['XLS', (rows: string[][]) => saveAs(workbook(rows), 'biff8')],
] as const;

describe.each(formats)('in a %s file', (_, write) => {
  it('every row that keeps the rules is a lead, with nothing given as null', async () => {
    const result = await check(
      write([columns, acme, ['Beta', ' Bo ', 'Li', 'BO@beta.example', '']]),
    );
    expect(result).toEqual({
      outcome: 'leads',
      leads: [
        {
          company_name: 'Acme',
          first_name: 'Ada',
          last_name: 'Byron',
          email: 'ada@acme.example',
          phone_number: '+44 1',
          website: null,
          title: null,
          country: null,
        },
        expect.objectContaining({ first_name: 'Bo', phone_number: null }),
      ],
    });
  });

  it('every bad cell is reported with its row, its column and the message of the form', async () => {
    const long = 'x'.repeat(201);
    expect(
      await check(write([columns, acme, ['', '', ' ', '', ''], ['', '', 'B', 'no', long]])),
    ).toEqual({
      outcome: 'problems',
      problemCount: 4,
      problems: [
        { row: 4, column: 'company_name', message: 'Company name is required' },
        { row: 4, column: 'first_name', message: 'First name is required' },
        { row: 4, column: 'email', message: 'Email is invalid' },
        {
          row: 4,
          column: 'phone_number',
          message: 'Phone number must be at most 200 characters',
        },
      ],
    });
  });

  it('columns come in any order and spelling, unknown ones are ignored', async () => {
    const titles = [
      '__proto__',
      ' E MAIL',
      'LAST-NAME',
      'First Name ',
      '',
      'Email',
      'company name',
    ];
    const content = write([
      [...titles, 'constructor', 'toString'],
      ['x', 'x', 'Byron', 'Ada', 'note', 'ada@acme.example', 'Acme', 'x', 'x'],
    ]);
    expect(await check(content)).toMatchObject({
      outcome: 'leads',
      leads: [{ company_name: 'Acme', first_name: 'Ada', last_name: 'Byron', email: acme[3] }],
    });
  });

  it('a missing and a doubled column are problems of the header row', async () => {
    const rows = [
      ['', ''],
      ['Company Name', 'first_name', 'first name'],
      ['Acme', 'Ada', 'Ada'],
    ];
    expect(await check(write(rows))).toEqual({
      outcome: 'problems',
      problemCount: 3,
      problems: [
        { row: 2, column: 'first_name', message: 'Column first_name appears more than once' },
        { row: 2, column: 'last_name', message: 'Column last_name is missing' },
        { row: 2, column: 'email', message: 'Column email is missing' },
      ],
    });
  });

  it('no row is read where one column is there twice and all others once', async () => {
    const content = [[...columns, 'email'].join(','), [...acme, 'b@c.example'].join(',')].join(
      '\n',
    );
    expect(await read(content)).toMatchObject({
      rows: 1,
      validRows: 0,
      badRows: 0,
      problems: [{ row: 1, column: 'email', message: 'Column email appears more than once' }],
    });
  });

  it('nan and null are nothing in an optional column and text in a required one', async () => {
    const result = await check(write([columns, ['Null', 'NaN', 'null', acme[3] ?? '', 'NaN']]));
    expect(result).toMatchObject({
      leads: [{ company_name: 'Null', first_name: 'NaN', last_name: 'null', phone_number: null }],
    });
  });

  it.each(['4.9E+12', '4,91511e12', '4.91511234567E+012'])(
    'a phone number that became %s is refused, not stored',
    async (phone) => {
      const content = write([columns, [...acme.slice(0, 4), phone.replace(',', '.')]]);
      expect(await check(content)).toMatchObject({
        problems: [{ row: 2, column: 'phone_number', message: expect.stringContaining('as text') }],
      });
    },
  );

  it('no row below the header is refused', async () => {
    const refused = { outcome: 'refused', message: importText.noRows };
    expect(await check(write([columns]))).toEqual(refused);
    expect(await check(write([columns, ['', ''], [' ']]))).toEqual(refused);
  });

  it('one row more than allowed is refused with the limit, as many as allowed are not', async () => {
    const rows = [columns, acme, ['', ''], acme, acme];
    expect(await check(write(rows), 3)).toMatchObject({ outcome: 'leads' });
    expect(await check(write([...rows, acme]), 3)).toEqual({
      outcome: 'refused',
      message: expect.stringContaining('more than 3 rows'),
    });
  });
});

it('a whole name of one word lacks its last name', async () => {
  const choice = [
    { index: 0, field: 'company_name' },
    { index: 2, field: 'full_name' },
    { index: 3, field: 'email' },
  ] as const;
  expect(await read([header, row].join('\n'), { choice: [...choice] })).toMatchObject({
    problems: [{ row: 2, column: 'last_name', value: '', message: 'Last name is required' }],
  });
});

it('a file of blanks is empty', async () => {
  for (const content of ['', ' \r\n\t\n', '\uFEFF', ',,,\n,,,']) {
    expect(await check(content)).toMatchObject({ outcome: 'refused', message: importText.empty });
  }
});

it('a first row that never ends is refused by its number', async () => {
  expect(await check('"company_name,email\nAcme,a@b.example')).toMatchObject({
    outcome: 'refused',
    message: `Row 1: ${importText.rowNotClosed}`,
  });
});

it('blanks do not make a title of the third that a file needs', async () => {
  const rows = [
    ['a', ' ', 'b'],
    ['c', 'd', 'e'],
  ];
  expect(await check(saveAs(workbook(rows), 'xlsx'))).toMatchObject({
    message: importText.noColumns,
  });
});

it('a cell below the empty end of a header that names its columns is one too many', async () => {
  const content = `${columns.join(',')},,\n${acme.join(',')},x`;
  expect(await check(content)).toMatchObject({
    problems: [{ row: 2, column: null, message: importText.rowWiderThanHeader }],
  });
});

it('rows are as wide as whoever chose the columns has seen them', async () => {
  const choice = uploadColumns.required.map((field, index) => ({ index, field }));
  const rows = `one,two\n${acme.slice(0, 4).join(',')}`;
  expect(await read(rows, { choice })).toMatchObject({ validRows: 1, badRows: 0 });
});

it('all problems are counted, the first are reported', async () => {
  const rows = Array.from({ length: 1_500 }, () => ',Ada,Byron,nobody,');
  const result = await check([header, ...rows].join('\n'));
  if (result.outcome !== 'problems') throw new Error(result.outcome);
  expect(result.problemCount).toBe(3_000);
  expect(result.problems).toHaveLength(maxReportedProblems);
  expect(result.problems.at(-1)).toMatchObject({ row: 501, column: 'email' });
});

it('a NUL character is a problem of its cell where the file is text beyond doubt', async () => {
  const rows = Array.from({ length: 3_000 }, () => row);
  expect(await check([header, ...rows, 'Ac\0me,Ada,Byron,a@b.example,'].join('\n'))).toMatchObject({
    problems: [
      { row: 3002, column: 'company_name', message: expect.stringContaining('cannot be stored') },
    ],
  });
});

describe('a cell in the last column that a spreadsheet has', () => {
  const farRow = (content: readonly string[]) => {
    const cells = [...content];
    cells[maxSheetColumns - 1] = 'x';
    return cells;
  };
  /** Each look at a place of a row counts: there are up to 200,000 rows, and no time to look at all. */
  const counted = (cells: string[]) => {
    let looks = 0;
    const watched = new Proxy(cells, {
      get(target, place) {
        looks++;
        return Reflect.get(target, place);
      },
      has(target, place) {
        looks++;
        return Reflect.has(target, place);
      },
    });
    return { watched, looks: () => looks };
  };

  it.each([
    ['titles', columns],
    ['no titles that are known', ['foo', 'bar', 'baz', 'qux', 'quux']],
  ])('does not make a file with %s be looked through for it', async (_, titles) => {
    const leadRow = counted(farRow(acme));
    const markRow = counted(farRow([]));
    const report = await openReport(
      join(folder, `far-${titles[0]}`),
      { format: 'xlsx', sheet: 'Leads' },
      titles,
    );
    const checked = await checkRows(
      {
        rows: [
          { row: 1, cells: titles },
          { row: 2, cells: leadRow.watched },
          { row: 3, cells: markRow.watched },
        ],
        strictWidth: false,
        lossy: false,
      },
      {
        maxRows: 10,
        store: { add: () => {} } as unknown as RowStore,
        openReport: async () => async (cells, problems) =>
          report.row(cells, String(problems.length)),
      },
    );
    await report.finish();
    expect(checked.rows).toBe(2);
    for (const { looks } of [leadRow, markRow]) expect(looks()).toBeLessThan(100);
  });

  it('is no column to be asked about', async () => {
    const asked = await read(
      saveAs(workbook([['foo', 'bar', 'baz'], farRow(['Acme', 'Ada', 'Byron', 'a@b.de'])]), 'xlsx'),
    );
    expect(asked).toMatchObject({ outcome: 'checked', columns: { columns: { length: 4 } } });
  });
});

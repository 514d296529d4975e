import { afterAll, describe, expect, it } from 'vitest';
import { uploadFolder } from '#test/lead-files.ts';
import { acme, encode, header } from '#test/spreadsheet-files.ts';
import { maxSheetColumns } from '../rows.ts';
import { readRecords } from './records.ts';

const { check, remove } = uploadFolder();
afterAll(remove);
const row = acme.join(',');
const crlf = (...lines: string[]) => lines.join('\r\n');

async function leadsOf(content: string | Buffer) {
  const result = await check(content);
  if (result.outcome !== 'leads') throw new Error(JSON.stringify(result));
  return result.leads;
}

describe('an encoding', () => {
  const text = crlf(header, 'Müller & Çelik,Zoë,Łukasz,zoe@m.example,');
  const western = crlf(header, 'Müller “€” Œuvre,Zoë,Ÿves,zoe@m.example,');
  it.each([
    ['UTF-8', text, 'utf-8', false],
    ['UTF-8 with BOM', text, 'utf-8', true],
    ['UTF-16 LE with BOM', text, 'utf-16le', true],
    ['UTF-16 BE with BOM', text, 'utf-16be', true],
    ['UTF-16 LE without BOM', text, 'utf-16le', false],
    ['UTF-16 BE without BOM', text, 'utf-16be', false],
    ['Windows-1252', western, 'windows-1252', false],
  ])('%s is recognised', async (_, content, encoding, bom) => {
    const [lead] = await leadsOf(encode(content, encoding, bom));
    const [company, first, last] = content.split('\r\n')[1]?.split(',') ?? [];
    expect(lead).toMatchObject({ company_name: company, first_name: first, last_name: last });
  });

  it('is UTF-8 where all bytes are, however far down the first letter outside ASCII', async () => {
    const rows = Array.from({ length: 3_000 }, () => row);
    const leads = await leadsOf(crlf(header, ...rows, 'Größe,Ada,Byron,ada@acme.example,'));
    expect(leads.at(-1)?.company_name).toBe('Größe');
  });

  it('names the cell of a stray byte in a UTF-8 file instead of garbling all others', async () => {
    const good = crlf(header, ...Array.from({ length: 20 }, () => row.replace('Ada', 'Jürgen')));
    const bad = Buffer.concat([
      Buffer.from(`${good}\r\n`),
      encode(row.replace('Acme', 'Ö'), 'latin1'),
    ]);
    expect(await check(bad)).toEqual({
      outcome: 'problems',
      problemCount: 1,
      problems: [
        { row: 22, column: 'company_name', message: expect.stringContaining('could not be read') },
      ],
    });
  });
});

describe('a delimiter', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ])('%s is recognised by the header', async (_, delimiter) => {
    const lines = [header, row].map((line) => line.replaceAll(',', delimiter));
    const [lead] = await leadsOf(crlf(...lines));
    expect(lead).toMatchObject({ company_name: 'Acme', email: 'ada@acme.example' });
  });

  it('inside quotes does not count', async () => {
    const content = crlf(
      '"a, b, c, d, e, f, g";company_name;first_name;last_name;email',
      'x;"Acme; Inc";Ada;Byron;ada@acme.example',
    );
    expect((await leadsOf(content))[0]?.company_name).toBe('Acme; Inc');
  });

  it('is what an Excel sep= line says, and that line counts as a row', async () => {
    const content = crlf('sep=;', header.replaceAll(',', ';'), 'Acme;Ada;Byron;nobody;');
    expect(await check(content)).toMatchObject({
      problems: [{ row: 3, column: 'email', message: 'Email is invalid' }],
    });
  });
});

describe('a line', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('ends with %s', async (_, end) => {
    expect(await leadsOf([header, row, row, ''].join(end))).toHaveLength(2);
  });

  it('keeps no quotes of a cell that a blank follows', async () => {
    const quoted = acme.map((cell) => ` "${cell}" `).join(',');
    expect(await check(`${header}\n${quoted}`)).toMatchObject({
      leads: [{ company_name: 'Acme', email: 'ada@acme.example' }],
    });
  });

  it('with a quoted line break is one row', async () => {
    const content = crlf(header, '"Acme\r\nHolding\nplc",Ada,Byron,ada@acme.example,', ',,,,x');
    const result = await check(content);
    expect(result).toMatchObject({ problemCount: 4, problems: [{ row: 3 }, {}, {}, {}] });
    const [lead] = await leadsOf(content.replace(',,,,x', ''));
    expect(lead?.company_name).toBe('Acme\r\nHolding\nplc');
  });

  it('that is empty is skipped but counted, before the header too', async () => {
    const content = crlf('', ',,,,', header, '', ' , ,,,', row, '', 'Acme,Ada,,ada@acme.example,');
    expect(await check(content)).toEqual({
      outcome: 'problems',
      problemCount: 1,
      problems: [{ row: 8, column: 'last_name', message: 'Last name is required' }],
    });
  });

  it('with more cells than the header is a problem, with empty ones it is not', async () => {
    expect(await leadsOf(crlf(header, `${row},,,`))).toHaveLength(1);
    expect(await check(crlf(header, row, 'Acme,Ada,Byron,ada@acme.example,1,Inc'))).toMatchObject({
      problems: [{ row: 3, column: null, message: expect.stringContaining('more cells') }],
    });
  });
});

/** The cells of a text that comes in pieces of so many characters. */
async function cellsOf(text: string, size: number): Promise<string[][]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const rows: string[][] = [];
  for await (const { cells } of readRecords(pieces(), ',')) rows.push([...cells]);
  return rows;
}

describe('a text that comes in pieces', () => {
  const quotes = '"'.repeat(70);
  const doubled = quotes + quotes;
  const text = crlf(
    'a, "b ""c"" ,\r\n d" ,"","""",e"f',
    `"${doubled}x${doubled}","${doubled}😀","" ,`,
    '"g" h,"i""",j',
  );
  const rows = [
    ['a', 'b "c" ,\r\n d', '', '"', 'e"f'],
    [`${quotes}x${quotes}`, `${quotes}😀`, '', ''],
    ['"g" h', 'i"', 'j'],
  ];
  it.each([1, 2, 3, 5, 7, 64, 10_000])('of %i characters is read as a whole one', async (size) => {
    expect(await cellsOf(text, size)).toEqual(rows);
  });
});

it('A row with as many cells as a sheet has columns is read, one with more is too wide', async () => {
  const widest = ','.repeat(maxSheetColumns - 2).concat(',x');
  const [cells] = await cellsOf(widest, 64 * 1024);
  expect(cells).toHaveLength(maxSheetColumns);
  for (const wider of [`,${widest}`, widest + widest]) {
    const read = cellsOf(`a,b\n${wider}`, 64 * 1024);
    await expect(read).rejects.toMatchObject({ row: 2, fault: 'tooWide' });
  }
});

describe('a quotation mark', () => {
  it.each([
    ['inside a value', 'Acme "Rockets" Inc', 'Acme "Rockets" Inc'],
    ['after an opening one that closes too early', '"Acme" Inc', '"Acme" Inc'],
    ['doubled', '"Acme ""Rockets"" Inc"', 'Acme "Rockets" Inc'],
    ['after a blank', ' "Acme, Inc"', 'Acme, Inc'],
  ])('%s is read', async (_, written, read) => {
    const [lead, next] = await leadsOf(crlf(header, `${written},Ada,Byron,a@b.example,`, row));
    expect([lead?.company_name, next?.company_name]).toEqual([read, 'Acme']);
  });

  it('that never closes is a problem of the row where it opens', async () => {
    const content = crlf(header, row, '"Acme,Ada,Byron,ada@acme.example,', row, row);
    expect(await check(content)).toMatchObject({
      outcome: 'problems',
      problems: [{ row: 3, column: null, message: expect.stringContaining('never ends') }],
    });
  });

  it('that swallows a megabyte is a problem of the row where it opens', async () => {
    const rows = Array.from({ length: 40_000 }, () => row);
    expect(await check(crlf(header, '"Acme,Ada', ...rows))).toMatchObject({
      problems: [{ row: 2, column: null, message: expect.stringContaining('too long') }],
    });
  });
});

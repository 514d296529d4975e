import { afterAll, describe, expect, it } from 'vitest';
import { refused, uploadFolder } from '#test/lead-files.ts';
import {
  acme,
  columns,
  compoundFile,
  inlineRow,
  type Packed,
  rawXlsx,
  saveAs,
  shared,
  styles,
  workbook,
  zipFile,
} from '#test/spreadsheet-files.ts';
import { readStrings } from './strings.ts';

const { check, remove } = uploadFolder();
afterAll(remove);
const rows = inlineRow(1, columns) + inlineRow(2, acme);

describe('an XLSX workbook', () => {
  it('whose sheets share a part is refused: it would be read once for each', async () => {
    const sheet = (id: number) => `<sheet name="S${id}" sheetId="${id}" r:id="rId1"/>`;
    const twice = rawXlsx('<row r="1"/>', {});
    const book = String(twice['xl/workbook.xml']).replace(/<sheet .*?\/>/, sheet(1) + sheet(2));
    expect(await check(zipFile({ ...twice, 'xl/workbook.xml': book }))).toEqual(refused('damaged'));
  });

  it('with more shared text than memory should hold is refused before it is read', async () => {
    async function* never(): AsyncGenerator<Buffer> {
      yield await Promise.reject(new Error('It was read'));
    }
    await expect(readStrings(never(), 151 * 1024 * 1024)).rejects.toMatchObject({
      fault: 'tooLargeInside',
    });
  });

  it('that shares millions of texts is too large', async () => {
    async function* endless() {
      yield Buffer.from('<sst>');
      for (;;) yield Buffer.from('<si/>'.repeat(10_000));
    }
    await expect(readStrings(endless(), 0)).rejects.toMatchObject({ fault: 'tooLargeInside' });
  });

  it('with more rows than allowed is refused without reading on', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => inlineRow(index + 2, acme));
    const sheet = `<worksheet><sheetData>${inlineRow(1, columns)}${many.join('')}<broken`;
    const parts = rawXlsx('', { 'xl/worksheets/sheet1.xml': sheet });
    expect(await check(zipFile(parts), 3)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('more than 3 rows'),
    });
    expect(await check(zipFile(parts))).toEqual(refused('damaged'));
  });

  it('with a password is refused as such', async () => {
    const streams = { EncryptionInfo: Buffer.alloc(64), EncryptedPackage: Buffer.alloc(9_000) };
    expect(await check(compoundFile(streams))).toEqual(refused('password'));
    const entries = rawXlsx(rows, { 'xl/styles.xml': { content: 'x', flags: 1 } });
    expect(await check(zipFile(entries))).toEqual(refused('password'));
  });

  const sheet = 'xl/worksheets/sheet1.xml';
  const withRow = (row: string) => ({
    [sheet]: `<worksheet><sheetData>${rows}${row}</sheetData></worksheet>`,
  });

  it.each<[string, Record<string, Packed | string>]>([
    [
      'holds a DOCTYPE',
      { [sheet]: '<!DOCTYPE x [<!ENTITY e "e">]><worksheet><sheetData/></worksheet>' },
    ],
    ['ends in the middle of a sheet', { [sheet]: `<worksheet><sheetData>${rows}` }],
    ['has something else for a sheet', { [sheet]: '<html></html>' }],
    [
      'points to texts that are not there',
      withRow('<row r="3"><c r="A3" t="s"><v>7</v></c></row>'),
    ],
    ['points to texts by a word', withRow('<row r="3"><c r="A3" t="s"><v>x</v></c></row>')],
    ['has a text for a number', withRow('<row r="3"><c r="A3"><v>+49 151</v></c></row>')],
    ['has a cell in no column', withRow('<row r="3"><c r="3"><v>1</v></c></row>')],
    ['has a row below the last', withRow('<row r="1048577"/>')],
    ['has a row above the first', withRow('<row r="0"/>')],
    ['has a row that is no number', withRow('<row r="x"/>')],
    ['has a text longer than a cell holds', withRow(inlineRow(3, ['x'.repeat(100_001)]))],
    ['shares a text longer than a cell holds', shared(`<si><t>${'x'.repeat(100_001)}</t></si>`)],
    ['has damaged texts', shared('<si>')],
    ['has damaged styles', { 'xl/styles.xml': '<styleSheet>' }],
    [
      'has a number format longer than any',
      {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${'0'.repeat(256)}"/></numFmts></styleSheet>`,
      },
    ],
    ['has more styles than any', styles(...Array(65_491).keys())],
    [
      'has more relations than parts',
      {
        'xl/_rels/workbook.xml.rels': `<Relationships>${'<Relationship/>'.repeat(10_001)}</Relationships>`,
      },
    ],
    [
      'has more sheets than parts',
      {
        'xl/workbook.xml': `<workbook><sheets>${'<sheet r:id="s"/>'.repeat(10_001)}</sheets></workbook>`,
      },
    ],
    ['has no relations', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }],
    ['has a damaged list of sheets', { 'xl/workbook.xml': '<workbook><sheets>' }],
  ])('that %s is damaged', async (_, parts) => {
    expect(await check(zipFile(rawXlsx(rows, parts)))).toEqual(refused('damaged'));
  });

  it('with a byte changed in a sheet is refused before a row of it is read', async () => {
    const content = zipFile(rawXlsx(rows));
    const at = content.indexOf(sheet) + 60;
    content[at] = (content[at] ?? 0) ^ 0x10;
    expect(await check(content)).toEqual(refused('damaged'));
  });

  it('without its parts is damaged', async () => {
    for (const name of ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', sheet]) {
      const { [name]: _, ...parts } = rawXlsx(rows);
      expect(await check(zipFile(parts))).toEqual(refused('damaged'));
    }
  });

  it('without any visible sheet has no leads', async () => {
    const hidden =
      '<workbook><sheets><sheet name="x" state="hidden" r:id="rId1"/></sheets></workbook>';
    const content = zipFile(rawXlsx(rows, { 'xl/workbook.xml': hidden }));
    expect(await check(content)).toEqual(refused('noRows'));
  });

  it('is not what every archive is', async () => {
    const book = workbook([columns, acme]);
    const document = { '[Content_Types].xml': '<Types>wordprocessingml.document.main+xml</Types>' };
    const files = [zipFile({ 'a.txt': 'x' }), zipFile(document), zipFile({})];
    for (const file of [...files, saveAs(book, 'ods'), saveAs(book, 'xlsb')]) {
      expect(await check(file)).toEqual(refused('notAFile'));
    }
  });
});

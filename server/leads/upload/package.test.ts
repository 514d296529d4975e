import { afterAll, describe, expect, it } from 'vitest';
import { refusalText, tooManyRows } from './refusal.ts';
import {
  acme,
  columns,
  compoundFile,
  inlineRow,
  rawXlsx,
  saveAs,
  uploadFolder,
  workbook,
  zipFile,
} from './test-files.ts';

const { check, remove } = uploadFolder();
afterAll(remove);
const refused = (message: string) => ({ outcome: 'refused', message });

async function leadsOf(content: Buffer) {
  const result = await check(content);
  if (result.outcome !== 'leads') throw new Error(JSON.stringify(result));
  return result.leads;
}

describe('an XLSX workbook', () => {
  const rows = inlineRow(1, columns) + inlineRow(2, acme);

  it('of hand-written XML is read, in sizes of 64 bits too', async () => {
    const parts = rawXlsx(rows);
    expect(await leadsOf(zipFile(parts))).toHaveLength(1);
    const wide = Object.entries(parts).map(([name, content]) => [
      name,
      { content: String(content), zip64: true },
    ]);
    expect(await leadsOf(zipFile(Object.fromEntries(wide)))).toHaveLength(1);
  });

  it('gives the plain text of rich and of phonetic text', async () => {
    const rich =
      '<c t="inlineStr"><is><r><t>Ac</t></r><r><rPr><b/></rPr><t>me</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>';
    const content = zipFile(
      rawXlsx(inlineRow(1, columns) + inlineRow(2, [rich, ...acme.slice(1)])),
    );
    expect(await leadsOf(content)).toMatchObject([{ company_name: 'Acme' }]);
  });

  it('that begins with a sheet of nothing but a chart gives the next', async () => {
    const parts = rawXlsx(rows);
    const drawing = 'drawings/drawing1.xml';
    const relations = (type: string, target: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="../${target}"/></Relationships>`;
    const edit = (name: string, before: string, added: string) => {
      parts[name] = String(parts[name]).replace(before, `${added}${before}`);
    };
    edit('xl/workbook.xml', '<sheet ', '<sheet name="Chart" sheetId="2" r:id="rId2"/>');
    edit(
      'xl/_rels/workbook.xml.rels',
      '<Relationship Id',
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/>',
    );
    parts['xl/chartsheets/sheet1.xml'] = '<chartsheet><drawing r:id="rId1"/></chartsheet>';
    parts['xl/chartsheets/_rels/sheet1.xml.rels'] = relations('drawing', drawing);
    parts[`xl/${drawing}`] = '<xdr:wsDr><c:chart r:id="rId1"/></xdr:wsDr>';
    parts['xl/drawings/_rels/drawing1.xml.rels'] = relations('chart', 'charts/chart1.xml');
    parts['xl/charts/chart1.xml'] = '<c:chartSpace></c:chartSpace>';
    expect(await leadsOf(zipFile(parts))).toHaveLength(1);
    delete parts[`xl/${drawing}`];
    expect(await leadsOf(zipFile(parts))).toHaveLength(1);
  });

  it('with a NUL in a text names the cell', async () => {
    const content = rawXlsx(inlineRow(1, columns) + inlineRow(2, ['A_x0000_', ...acme.slice(1)]));
    expect(await check(zipFile(content))).toMatchObject({
      problems: [{ row: 2, column: 'company_name' }],
    });
  });

  it('with cells at the end of the world is read at once', async () => {
    const far = '<row r="3"><c r="A1048577"><v>1</v></c><c r="ZZZZZZ3"><v>1</v></c></row>';
    expect((await check(zipFile(rawXlsx(rows + far)))).outcome).toBe('problems');
  });

  it('with a password is refused as such', async () => {
    const streams = { EncryptionInfo: Buffer.alloc(64), EncryptedPackage: Buffer.alloc(9_000) };
    expect(await check(compoundFile(streams))).toEqual(refused(refusalText.password));
    const entries = rawXlsx(rows, { 'xl/styles.xml': { content: 'x', flags: 1 } });
    expect(await check(zipFile(entries))).toEqual(refused(refusalText.password));
  });

  const bomb = 'x'.repeat(2 * 1024 * 1024);
  it.each([
    ['packs too well', { 'xl/worksheets/sheet1.xml': bomb }, refusalText.tooLargeInside],
    [
      'says it is huge',
      { 'xl/media/film.xml': { content: 'x', size: 500 * 1024 * 1024 } },
      refusalText.tooLargeInside,
    ],
    [
      'is larger than it says',
      { 'xl/worksheets/sheet1.xml': { content: bomb, size: 1_000 } },
      refusalText.damaged,
    ],
    [
      'holds a DOCTYPE',
      {
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY e "e">]><worksheet><sheetData/></worksheet>',
      },
      refusalText.damaged,
    ],
    [
      'ends in the middle of a sheet',
      { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}` },
      refusalText.damaged,
    ],
    [
      'points to texts that are not there',
      {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}<row r="3"><c r="A3" t="s"><v>7</v></c></row></sheetData></worksheet>`,
      },
      refusalText.damaged,
    ],
  ])('that %s is refused', async (_, parts, message) => {
    expect(await check(zipFile(rawXlsx(rows, parts)))).toEqual(refused(message));
  });

  it('with far more rows than allowed is refused before they are read', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => inlineRow(index + 1, ['broken']));
    expect(await check(zipFile(rawXlsx(many.join(''))), 3)).toEqual(refused(tooManyRows(3)));
  });

  it('with more files inside than a workbook has is refused', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 5_001 }, (_, index) => [`xl/media/${index}`, 'x']),
    );
    expect(await check(zipFile(rawXlsx(rows, parts)))).toEqual(refused(refusalText.tooLargeInside));
  });

  it('with a byte changed anywhere in a sheet is refused', async () => {
    const content = zipFile(rawXlsx(rows));
    const at = content.indexOf('xl/worksheets/sheet1.xml') + 60;
    content[at] = (content[at] ?? 0) ^ 0x10;
    expect(await check(content)).toEqual(refused(refusalText.damaged));
  });

  it('is not what every archive is', async () => {
    const book = workbook([columns, acme]);
    const document = { '[Content_Types].xml': '<Types>wordprocessingml.document.main+xml</Types>' };
    const files = [zipFile({ 'a.txt': 'x' }), zipFile(document), zipFile({})];
    for (const file of [...files, saveAs(book, 'ods'), saveAs(book, 'xlsb')]) {
      expect(await check(file)).toEqual(refused(refusalText.notAFile));
    }
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { uploadFolder } from '#test/lead-files.ts';
import {
  acme,
  columns,
  inlineRow,
  type Packed,
  rawXlsx,
  shared,
  styles,
  zipFile,
} from '#test/spreadsheet-files.ts';
import { readWorkbook } from '../workbook.ts';

const { check, save, remove } = uploadFolder();
afterAll(remove);
const rows = inlineRow(1, columns) + inlineRow(2, acme);

async function sheetOf(parts: Record<string, Packed | string>) {
  const source = await readWorkbook(save(zipFile(parts)), 'zip');
  const found: [number, ...string[]][] = [];
  for await (const { row, cells } of source.rows) {
    found.push([row, ...Array.from(cells, (cell) => cell ?? '')]);
  }
  return { sheet: source.sheet, rows: found, progress: source.progress?.() };
}

/** The first row of a sheet of these cells, in a workbook with these parts. */
async function cellsOf(cells: string, parts: Record<string, Packed | string> = {}) {
  const { rows } = await sheetOf(rawXlsx(`<row r="1">${cells}</row>`, parts));
  return rows[0]?.slice(1);
}

describe('an XLSX workbook', () => {
  it('of hand-written XML is read, with the name of its sheet', async () => {
    expect(await sheetOf(rawXlsx(rows))).toEqual({
      sheet: 'Leads',
      rows: [
        [1, ...columns],
        [2, ...acme],
      ],
      progress: 1,
    });
  });

  it('gives the plain text of rich and of phonetic text', async () => {
    const rich =
      '<r><t>Ac</t></r><r><rPr><b/></rPr><t>me</t></r><rPh sb="0" eb="1"><t>x</t></rPh><rPh sb="1" eb="2"><r><t>y</t></r></rPh><phoneticPr/>';
    const cells = `<c t="inlineStr"><is>${rich}</is></c><c t="s"><v>0</v></c>`;
    expect(await cellsOf(cells, shared(`<si>${rich}</si>`))).toEqual(['Acme', 'Acme']);
  });

  it('gives the text of a cell that has a value besides', async () => {
    const [text, value] = ['<is><t>1.</t></is>', '<v>1.0</v>'];
    const cells = [value + text, text + value].map((both) => `<c t="inlineStr">${both}</c>`);
    const empty = '<c><is/><v>12</v></c><c t="str"><v>hello</v><is></is></c>';
    expect(await cellsOf(cells.join('') + empty)).toEqual(['1.', '1.', '12', 'hello']);
  });

  it('counts its dates from 1904, also where settings of later versions follow', async () => {
    const parts = rawXlsx('<row r="1"><c s="0"><v>1</v></c></row>', styles(14));
    parts['xl/workbook.xml'] = String(parts['xl/workbook.xml'])
      .replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
      .replace('</workbook>', '<extLst><ext><x15:workbookPr/></ext></extLst></workbook>');
    expect(await sheetOf(parts)).toMatchObject({ rows: [[1, '1904-01-02']] });
  });

  it.each([
    ['_x000D__x000A_', '\r\n'],
    ['_x005F_x000D_', '_x000D_'],
    ['_xD83D__xDE00_', '😀'],
    ['&#xD;&lt;b&gt;&amp;amp;', '\r<b>&amp;'],
    ['<![CDATA[<&>]]>', '<&>'],
    ['Łódź €', 'Łódź €'],
  ])('writes %s for what a text may hold', async (xml, text) => {
    const cells = `<c t="s"><v>0</v></c><c t="inlineStr"><is><t>x${xml}</t></is></c><c t="str"><f>A1</f><v>x${xml}</v></c>`;
    const found = await cellsOf(cells, shared(`<si><t xml:space="preserve">x${xml}</t></si>`));
    expect(found).toEqual(Array(3).fill(`x${text}`));
  });

  it('shares more texts than fit a small table', async () => {
    const texts = Array.from({ length: 5_000 }, (_, index) => `Ü${index}`);
    const xml = texts.map((text) => `<si><t>${text}</t></si>`).join('');
    const cells = [0, 1, 1_023, 1_024, 4_999].map((index) => `<c t="s"><v>${index}</v></c>`);
    const found = ['Ü0', 'Ü1', 'Ü1023', 'Ü1024', 'Ü4999'];
    expect(await cellsOf(cells.join(''), shared(xml))).toEqual(found);
  });

  it('of a few bytes that shares one long text everywhere is too large', async () => {
    const row = (index: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(8 + (index % 2))}</row>`;
    const content = rawXlsx(
      Array.from({ length: 400 }, (_, index) => row(index)).join(''),
      shared(`<si><t>${'x'.repeat(99_000)}</t></si>`),
    );
    await expect(sheetOf(content)).rejects.toMatchObject({ fault: 'tooLargeInside' });
    const oneRow = Array.from(
      { length: 9_000 },
      (_, index) => `<c s="${index}" t="s"><v>0</v></c>`,
    );
    const text = shared(`<si><t>${'x'.repeat(9_000)}</t></si>`);
    await expect(cellsOf(oneRow.join(''), text)).rejects.toMatchObject({ fault: 'tooLargeInside' });
  });

  it.each([
    ['a number without a type', '<c><v>1.50</v></c>', '1.5'],
    ['a number', '<c t="n"><v>4.9151E12</v></c>', '4915100000000'],
    ['a date in words', '<c t="d"><v>2024-03-05T10:00:00</v></c>', '2024-03-05'],
    ['a time in words', '<c t="d"><v>10:00:00</v></c>', '10:00:00'],
    ['true in words', '<c t="b"><v>true</v></c>', 'TRUE'],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c t="e"><v>#N/A</v></c>', ''],
    ['no number', '<c><v>NaN</v></c>', ''],
    ['a number past all numbers', '<c><v>1e999</v></c>', ''],
    ['a formula', '<c><f>1&lt;2</f><v>7</v></c>', '7'],
    ['a formula and no value', '<c><f>A1</f></c>', ''],
    ['a colour and no value', '<c s="1"/>', ''],
    ['a text of unknown type', '<c><is><t>x</t></is></c>', 'x'],
    ['a style that is not there', '<c s="99"><v>5</v></c>', '5'],
    ['zeros before it', '<c s="1"><v>42</v></c>', '000042'],
    ['the format of a short date', '<c s="2"><v>45356</v></c>', '2024-03-05'],
    ['the format of a time', '<c s="3"><v>0.5</v></c>', '12:00'],
    ['the format of a Japanese date', '<c s="4"><v>45356</v></c>', '2024-03-05'],
    ['the format of percent', '<c s="5"><v>0.25</v></c>', '0.25'],
    ['the format of text', '<c s="6"><v>15112345678</v></c>', '15112345678'],
    ['no number in the format of a date', '<c s="2"><v>NaN</v></c>', ''],
  ])('with %s in a cell reads as it should', async (_, cell, expected) => {
    const found = await cellsOf(
      `${cell}<c t="str"><v>end</v></c>`,
      styles(0, 164, 14, 20, 57, 9, 49),
    );
    expect(found).toEqual([expected, 'end']);
  });

  it('counts rows and cells that do not say where they are', async () => {
    const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
    const sheet = `<row>${cell('a')}${cell('b')}</row><row/><row>${cell('c')}</row><row r="9"><c r="C9"><v>1</v></c>${cell('d')}</row><row>${cell('e')}</row>`;
    expect((await sheetOf(rawXlsx(sheet))).rows).toEqual([
      [1, 'a', 'b'],
      [3, 'c'],
      [9, '', '', '1', 'd'],
      [10, 'e'],
    ]);
  });

  it('may write all of its elements with a prefix, and its parts anywhere', async () => {
    const relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const prefixed = {
      '[Content_Types].xml':
        '<ct:Types xmlns:ct="c"><ct:Override PartName="/Book/Main.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></ct:Types>',
      'book/main.xml':
        '<x:workbook xmlns:x="s"><x:workbookPr/><x:sheets><x:sheet name="&lt;A&gt;" sheetId="1" rel:id="s1"/></x:sheets></x:workbook>',
      'book/_rels/main.xml.rels': `<p:Relationships xmlns:p="p"><p:Relationship Target="/data/One.XML" Id="s1" Type="${relations}/worksheet"/><p:Relationship Target="../data/texts.xml" Id="s2" Type="${relations}/sharedStrings"/><p:Relationship Target="looks.xml" Id="s3" Type="${relations}/styles"/></p:Relationships>`,
      'data/one.xml':
        '<?xml version="1.0"?><x:worksheet xmlns:x="s"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="C2" s="0"><x:v>7</x:v></x:c><x:c r="D2" t="inlineStr"><x:is><x:t>i</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
      'data/texts.xml':
        '<x:sst xmlns:x="s"><x:si><x:r><x:t>te</x:t></x:r><x:r><x:t>xt</x:t></x:r></x:si></x:sst>',
      'Book\\looks.xml':
        '<x:styleSheet xmlns:x="s"><x:numFmts><x:numFmt formatCode="000" numFmtId="170"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="0"/></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="170"/></x:cellXfs></x:styleSheet>',
    };
    expect(await sheetOf(prefixed)).toMatchObject({
      sheet: '<A>',
      rows: [[2, '', 'text', '007', 'i']],
    });
  });

  it('may have all of its parts at the top', async () => {
    const parts = rawXlsx(rows);
    const top = Object.entries(parts).map(([name, part]) => [
      name.replace(/^xl\/(worksheets\/)?/, ''),
      String(part).replace('/xl/workbook.xml', '/workbook.xml').replace('worksheets/', ''),
    ]);
    expect((await sheetOf(Object.fromEntries(top))).rows).toHaveLength(2);
  });

  it('may list a module of macros among its sheets', async () => {
    const parts = rawXlsx(rows);
    const module = '<sheet name="Module" sheetId="2" r:id=""/>';
    parts['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace(/<sheet /, `${module}$&`);
    expect(await sheetOf(parts)).toMatchObject({ sheet: 'Leads' });
  });

  it('may give its type to all XML', async () => {
    const types =
      '<Types><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml"/></Types>';
    const { rows: found } = await sheetOf(rawXlsx(rows, { '[Content_Types].xml': types }));
    expect(found).toHaveLength(2);
  });

  it('gives the first visible sheet that has more than blanks in it', async () => {
    const sheet = (cells: string) => `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
    const names = ['hidden', 'veryHidden', 'blank', 'formats', 'leads', 'more'];
    const state = (name: string) => (/hidden/i.test(name) ? name : 'visible');
    const parts = {
      'xl/workbook.xml': `<workbook><sheets>${names.map((name) => `<sheet name="${name}" state="${state(name)}" r:id="${name}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((name) => `<Relationship Id="${name}" Type="t/worksheet" Target="${name}.xml"/>`).join('')}</Relationships>`,
      'xl/hidden.xml': sheet(rows),
      'xl/veryHidden.xml': sheet(rows),
      'xl/blank.xml': sheet(inlineRow(1, [' ', '\n'])),
      'xl/formats.xml': sheet('<row r="1"><c r="A1" s="1"/></row><row r="2" ht="20"/>'),
      'xl/leads.xml': sheet(inlineRow(3, ['leads'])),
      'xl/more.xml': sheet(rows),
    };
    expect(await sheetOf(rawXlsx('', parts))).toMatchObject({
      sheet: 'leads',
      rows: [[3, 'leads']],
    });
  });

  it('that begins with a sheet of nothing but a chart gives the next', async () => {
    const parts = rawXlsx(rows);
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
    expect(await sheetOf(parts)).toMatchObject({ sheet: 'Leads' });
  });

  it('with a NUL in a text names the cell', async () => {
    const content = rawXlsx(inlineRow(1, columns) + inlineRow(2, ['A_x0000_', ...acme.slice(1)]));
    expect(await check(zipFile(content))).toMatchObject({
      problems: [{ row: 2, column: 'company_name' }],
    });
  });

  it('keeps as many columns as Excel has, however many there are', async () => {
    const far = '<c r="XFD1"><v>1</v></c><c r="XFE1"><v>2</v></c><c r="ZZZZZZZZZZZZ1"><v>3</v></c>';
    const more = Array.from({ length: 100_000 }, (_, index) => `<c><v>${index}</v></c>`);
    const found = await cellsOf(far + more.join(''));
    expect(found).toHaveLength(16_384);
    expect(found?.at(-1)).toBe('1');
  });

  it('takes no notice of blank rows, however many there are', async () => {
    const blank = (row: number) => `<row r="${row}" ht="9"><c r="A${row}" s="${row % 7}"/></row>`;
    const many = Array.from({ length: 100_000 }, (_, index) => blank(index + 3));
    const last = inlineRow(1_048_576, ['last']);
    const { rows: found } = await sheetOf(rawXlsx(rows + many.join('') + last));
    expect(found.map(([row]) => row)).toEqual([1, 2, 1_048_576]);
  });
});

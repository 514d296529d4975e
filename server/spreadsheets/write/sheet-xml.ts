import { columnWidths, cutCell } from './table.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Of styles.xml: cells in the format Text keep what is typed into them, `+49` and `007` too. */
const textStyle = 1;

/** All parts of a workbook but its only sheet, which is sheetPart. */
export function workbookParts(sheet: string): [name: string, xml: string][] {
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ];
}

export const sheetPart = 'xl/worksheets/sheet1.xml';

export function sheetStart(header: readonly string[]): string {
  const columns = columnWidths(header).map((width, index) => {
    const at = index + 1;
    return `<col min="${at}" max="${at}" width="${width}" style="${textStyle}" customWidth="1"/>`;
  });
  return `${declaration}<worksheet xmlns="${main}"><cols>${columns.join('')}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

export function sheetRow(row: number, cells: readonly string[]): string {
  const xml = cells.map((cell, index) =>
    cell === ''
      ? ''
      : `<c r="${columnName(index)}${row}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cutCell(cell))}</t></is></c>`,
  );
  return `<row r="${row}">${xml.join('')}</row>`;
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Also a text that looks like such an escape, so that it is not taken for one. */
const special = /[&<>"]|(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[\da-f]{4}_)/giu;

function xmlText(text: string): string {
  return text.replace(special, (char) => entities[char] ?? escapeCode(char));
}

/** What XML cannot hold is written as Excel does: `_x0001_`. */
function escapeCode(char: string): string {
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

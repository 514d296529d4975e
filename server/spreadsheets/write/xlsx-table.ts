import type { Writable } from 'node:stream';
import { gatherText, ownTextBounds } from './output.ts';
import { sheetName } from './sheet-name.ts';
import { sheetEnd, sheetPart, sheetRow, sheetStart, workbookParts } from './sheet-xml.ts';
import type { Table } from './table.ts';
import { openZip, zipInto } from './zip-writer.ts';

export async function openXlsx(path: string, sheet: string): Promise<Table> {
  const zip = await openZip(path);
  return xlsxTable(zip, gatherText(zip.write), sheet);
}

/** Of rows of our own, for whoever takes the bytes as they come. */
export function xlsxInto(stream: Writable, sheet: string): Table {
  const zip = zipInto(stream);
  return xlsxTable(zip, gatherText(zip.write, ownTextBounds), sheet);
}

function xlsxTable(
  zip: ReturnType<typeof zipInto>,
  text: ReturnType<typeof gatherText>,
  sheet: string,
): Table {
  let rows = 0;
  const row = (cells: readonly string[]) => text.add(sheetRow(++rows, cells));
  return {
    async begin(header) {
      for (const [name, xml] of workbookParts(sheetName(sheet))) zip.add(name, xml);
      zip.startLast(sheetPart);
      await text.add(sheetStart(header));
      await row(header);
    },
    row,
    async finish() {
      await text.add(sheetEnd);
      await text.flush();
      await zip.finish();
    },
    discard: zip.discard,
  };
}

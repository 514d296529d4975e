import type { Writable } from 'node:stream';
import { csvCell } from './csv-cell.ts';
import { gatherText, type Output, openOutput, outputInto, ownTextBounds } from './output.ts';
import type { Table } from './table.ts';

const byteOrderMark = '\uFEFF';

export async function openCsv(path: string, delimiter: string): Promise<Table> {
  const file = await openOutput(path);
  return csvTable(file, gatherText(file.append), delimiter);
}

/** Of rows of our own, for whoever takes the bytes as they come. */
export function csvInto(stream: Writable, delimiter: string): Table {
  const output = outputInto(stream);
  return csvTable(output, gatherText(output.append, ownTextBounds), delimiter);
}

function csvTable(file: Output, text: ReturnType<typeof gatherText>, delimiter: string): Table {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
  return {
    begin: async (header) => text.add(byteOrderMark + line(header)),
    row: (cells) => text.add(line(cells)),
    async finish() {
      await text.flush();
      await file.close();
    },
    discard: file.discard,
  };
}

import { csvCell } from './csv-cell.ts';
import { gatherText, openOutput } from './output.ts';
import type { Table } from './table.ts';

const byteOrderMark = '\uFEFF';

export async function openCsv(path: string, delimiter: string): Promise<Table> {
  const file = await openOutput(path);
  const text = gatherText(file.append);
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

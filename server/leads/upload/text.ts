import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import iconv from 'iconv-lite';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import { detectEncoding } from './encoding.ts';
import { readRecords } from './records.ts';
import type { SheetRow, SheetRows } from './rows.ts';
import { refuseMarkup } from './sniff.ts';

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
} as const;

export async function readText(path: string, sample: Buffer): Promise<SheetRows> {
  const encoding = await detectEncoding(path, sample);
  const head = iconv.decode(sample, encoding.name);
  refuseMarkup(head);
  const delimiter = detectDelimiter(head);
  const { size } = await stat(path);
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  return {
    rows: readRows(file, encoding.name, delimiter),
    strictWidth: true,
    lossy: !encoding.clean,
    encoding: encodingNames[encoding.name],
    delimiter: delimiter.delimiter,
    progress: () => file.bytesRead / Math.max(size, 1),
  };
}

/** Excel's `sep=;` line is a row that spreadsheet programs count, but no header. */
async function* readRows(
  file: ReadStream,
  encoding: string,
  { delimiter, declared }: Delimiter,
): AsyncGenerator<SheetRow> {
  const decoded = iconv.decodeStream(encoding);
  // Whatever fails reaches the loop below through the last stream.
  pipeline(file, decoded, () => {});
  for await (const record of readRecords(decoded as AsyncIterable<string>, delimiter)) {
    if (!(declared && record.row === 1)) yield record;
  }
}

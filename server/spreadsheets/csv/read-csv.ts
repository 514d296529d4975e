import { stat } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { bytesOf } from '#server/lib/file-bytes.ts';
import type { SheetRow, SheetRows } from '../rows.ts';
import { refuseMarkup } from '../sniff.ts';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import { detectEncoding } from './encoding.ts';
import { readRecords } from './records.ts';

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
} as const;

export async function readCsv(
  path: string,
  sample: Buffer,
  isKnownTitle: (title: string) => boolean,
): Promise<SheetRows> {
  const encoding = await detectEncoding(path, sample);
  const head = iconv.decode(sample, encoding.name);
  refuseMarkup(head);
  const delimiter = detectDelimiter(head, isKnownTitle);
  const { size } = await stat(path);
  let bytesRead = 0;
  const onBytes = (count: number) => {
    bytesRead += count;
  };
  return {
    rows: readRows(decodeFile(path, encoding.name, onBytes), delimiter),
    strictWidth: true,
    lossy: !encoding.clean,
    encoding: encodingNames[encoding.name],
    delimiter: delimiter.delimiter,
    progress: () => bytesRead / Math.max(size, 1),
  };
}

/** Excel's `sep=;` line is a row that spreadsheet programs count, but no header. */
async function* readRows(
  pieces: AsyncIterable<string>,
  { delimiter, declared }: Delimiter,
): AsyncGenerator<SheetRow> {
  for await (const record of readRecords(pieces, delimiter)) {
    if (!(declared && record.row === 1)) yield record;
  }
}

async function* decodeFile(
  path: string,
  encoding: string,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  for await (const bytes of bytesOf(path)) {
    onBytes(bytes.length);
    yield decoder.write(bytes);
  }
  yield decoder.end() ?? '';
}

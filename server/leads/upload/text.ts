import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import { detectEncoding } from './encoding.ts';
import { BrokenRow, type SheetRow, type SheetRows } from './rows.ts';
import { refuseMarkup } from './sniff.ts';

/** More than any honest row; what bounds the memory a quotation mark that never closes can take. */
const maxRecordBytes = 1024 * 1024;

const brokenRows: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'A quoted text begins in this row and never ends: check its quotation marks',
  CSV_MAX_RECORD_SIZE: 'This row is too long to be read: check its quotation marks',
};

export async function readText(path: string, sample: Buffer): Promise<SheetRows> {
  const encoding = await detectEncoding(path, sample);
  const head = iconv.decode(sample, encoding.name);
  refuseMarkup(head);
  const rows = readRecords(path, encoding.name, detectDelimiter(head));
  return { rows, strictWidth: true, lossy: !encoding.clean };
}

async function* readRecords(
  path: string,
  encoding: string,
  { delimiter, declared }: Delimiter,
): AsyncGenerator<SheetRow> {
  const records = csvParser(delimiter);
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  // Whatever fails reaches the loop below through the last stream.
  pipeline(file, iconv.decodeStream(encoding), records, () => {});
  let row = 0;
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      row++;
      if (!(declared && row === 1)) yield { row, cells };
    }
  } catch (error) {
    const message = error instanceof CsvError ? brokenRows[error.code] : undefined;
    if (!message) throw error;
    throw new BrokenRow(row + 1, message);
  }
}

function csvParser(delimiter: string) {
  return parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    ltrim: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordBytes,
  });
}

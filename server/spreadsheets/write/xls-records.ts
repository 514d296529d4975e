const record = { boundSheet: 0x0085, strings: 0x00fc, more: 0x003c, label: 0x00fd } as const;
const maxRecord = 8224;
const labelSize = 14;

/** Each cell is the number of its text; what has none is a hole. */
export type LabelRow = readonly number[];

/** `frame` is the stream of a workbook with one sheet and one text, which gives way to these. */
export function fillFrame(frame: Buffer, rows: readonly LabelRow[], texts: ReadonlySet<string>) {
  const strings = find(frame, record.strings);
  const label = find(frame, record.label);
  const style = frame.readUInt16LE(label + 8);
  const cells = labelRecords(rows, style);
  const table = stringRecords(texts, cells.length / labelSize);
  const filled = Buffer.concat([
    frame.subarray(0, strings),
    table,
    frame.subarray(next(frame, strings), label),
    cells,
    frame.subarray(next(frame, label)),
  ]);
  const sheetAt = find(frame, record.boundSheet) + 4;
  const moved = table.length - (next(frame, strings) - strings);
  filled.writeUInt32LE(frame.readUInt32LE(sheetAt) + moved, sheetAt);
  return filled;
}

function find(stream: Buffer, id: number): number {
  let at = 0;
  while (stream.readUInt16LE(at) !== id) at = next(stream, at);
  return at;
}

function next(stream: Buffer, at: number): number {
  return at + 4 + stream.readUInt16LE(at + 2);
}

function labelRecords(rows: readonly LabelRow[], style: number): Buffer {
  const lines = rows.map((cells, row) =>
    // Unlike map, flatMap leaves out the holes.
    Buffer.concat(cells.flatMap((text, column) => [labelRecord(row, column, style, text)])),
  );
  return Buffer.concat(lines);
}

function labelRecord(row: number, column: number, style: number, text: number): Buffer {
  const bytes = Buffer.allocUnsafe(labelSize);
  bytes.writeUInt16LE(record.label, 0);
  bytes.writeUInt16LE(labelSize - 4, 2);
  bytes.writeUInt16LE(row, 4);
  bytes.writeUInt16LE(column, 6);
  bytes.writeUInt16LE(style, 8);
  bytes.writeUInt32LE(text, 10);
  return bytes;
}

function stringRecords(texts: ReadonlySet<string>, uses: number): Buffer {
  const pieces: Buffer[] = [];
  let id: number = record.strings;
  let body: Buffer[] = [];
  let room = maxRecord;
  const put = (bytes: Buffer) => {
    body.push(bytes);
    room -= bytes.length;
  };
  const endRecord = () => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(maxRecord - room, 2);
    pieces.push(head, ...body);
    id = record.more;
    body = [];
    room = maxRecord;
  };
  const counts = Buffer.alloc(8);
  counts.writeUInt32LE(uses, 0);
  counts.writeUInt32LE(texts.size, 4);
  put(counts);
  for (const text of texts) {
    // The head of a text and its first character must not be torn apart.
    if (room < 5) endRecord();
    const { bytes, width } = encode(text);
    put(Buffer.of(text.length & 0xff, text.length >> 8, width - 1));
    for (let rest = bytes; ; ) {
      const fits = room - (room % width);
      put(rest.subarray(0, fits));
      rest = rest.subarray(fits);
      if (rest.length === 0) break;
      endRecord();
      // A record that goes on with a text says again how wide its characters are.
      put(Buffer.of(width - 1));
    }
  }
  endRecord();
  return Buffer.concat(pieces);
}

/** One byte for each character where that will do. */
function encode(text: string): { bytes: Buffer; width: 1 | 2 } {
  const narrow = Buffer.from(text, 'latin1');
  if (narrow.toString('latin1') === text) return { bytes: narrow, width: 1 };
  return { bytes: Buffer.from(text, 'utf16le'), width: 2 };
}

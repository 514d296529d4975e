import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { crc32 } from '../crc32.ts';
import type { Output } from './output.ts';

type Entry = { name: Buffer; offset: number; crc: number; packedSize: number; size: number };

const deflate = promisify(deflateRaw);

/** A ZIP archive, entry after entry; of each, no more than a piece is in memory. */
export function zipInto(file: Output) {
  const entries: Entry[] = [];
  let position = 0;
  const append = async (bytes: Buffer) => {
    await file.append(bytes);
    position += bytes.length;
  };
  const pack = async (entry: Entry, bytes: Buffer, finishFlush: number) => {
    const packed = await deflate(bytes, { finishFlush });
    entry.packedSize += packed.length;
    await append(packed);
  };
  const end = async () => {
    const entry = entries.at(-1);
    if (!entry) return;
    await pack(entry, Buffer.alloc(0), constants.Z_FINISH);
    // Its sizes are known only now.
    await file.overwrite(localHeader(entry), entry.offset);
  };
  return {
    /** Ends the entry before it. */
    async start(name: string) {
      await end();
      const entry = { name: Buffer.from(name), offset: position, crc: 0, packedSize: 0, size: 0 };
      entries.push(entry);
      await append(localHeader(entry));
    },
    /** The next piece of the entry. */
    async write(bytes: Buffer) {
      const entry = entries.at(-1);
      if (!entry) throw new Error('No entry was started');
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      // Ends on a whole byte without ending the data: pieces packed one by one make one stream.
      await pack(entry, bytes, constants.Z_SYNC_FLUSH);
    },
    async finish() {
      await end();
      const directory = Buffer.concat(entries.map(directoryHeader));
      const last = endRecord(entries.length, directory.length, position);
      await append(Buffer.concat([directory, last]));
    },
  };
}

function localHeader(entry: Entry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04'), described(entry), entry.name]);
}

function directoryHeader(entry: Entry): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), described(entry), rest, entry.name]);
}

/** What both headers say of an entry. */
function described(entry: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  // 1 January 1980: a month and a day of zero are no date.
  fields.writeUInt16LE(0x0021, 8);
  fields.writeUInt32LE(entry.crc, 10);
  fields.writeUInt32LE(entry.packedSize, 14);
  fields.writeUInt32LE(entry.size, 18);
  fields.writeUInt16LE(entry.name.length, 22);
  return fields;
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06');
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

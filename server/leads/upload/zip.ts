import { inflateRawSync } from 'node:zlib';
import { crc32 } from './crc32.ts';
import { Refusal, refusalText } from './refusal.ts';

export type ZipEntry = {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
};

/**
 * 200,000 rows of 8 columns unpack to about 100 MB, to 150 MB with long texts; past 400 MB the
 * reader's memory would not do. XML of one repeated row packs to about 1 : 100, a bomb to 1 : 1,000.
 */
const bounds = { entries: 5_000, size: 400 * 1024 * 1024, ratio: 250, smallEntry: 1024 * 1024 };

const none32 = 0xffff_ffff;
const endSize = 22;
const encryptedFlags = 0x2041;

/** The archive's own list of what it holds, refused where it is out of all proportion. */
export function readDirectory(zip: Buffer): ZipEntry[] {
  const { count, start } = readEnd(zip);
  if (count > bounds.entries) throw new Refusal(refusalText.tooLargeInside);
  const entries: ZipEntry[] = [];
  let at = start;
  let total = 0;
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(zip, at);
    const bomb = entry.size > bounds.smallEntry && entry.size > entry.packedSize * bounds.ratio;
    total += entry.size;
    if (bomb || total > bounds.size) throw new Refusal(refusalText.tooLargeInside);
    entries.push(entry);
    at = next;
  }
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  if (names.size !== entries.length) throw new Refusal(refusalText.damaged);
  return entries;
}

function readEnd(zip: Buffer): { count: number; start: number } {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endSize > zip.length) throw new Refusal(refusalText.damaged);
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  if (count !== 0xffff && start !== none32) return { count, start };
  const locator = end - 20;
  if (locator < 0 || zip.readUInt32LE(locator) !== 0x0706_4b50) return { count, start };
  const end64 = Number(zip.readBigUInt64LE(locator + 8));
  if (zip.readUInt32LE(end64) !== 0x0606_4b50) throw new Refusal(refusalText.damaged);
  return {
    count: Number(zip.readBigUInt64LE(end64 + 32)),
    start: Number(zip.readBigUInt64LE(end64 + 48)),
  };
}

function readEntry(zip: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (zip.readUInt32LE(at) !== 0x0201_4b50) throw new Refusal(refusalText.damaged);
  if (zip.readUInt16LE(at + 8) & encryptedFlags) throw new Refusal(refusalText.password);
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
  const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
  const sizes = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const wide = readZip64(zip.subarray(nameEnd, extraEnd));
  const [size = 0, packedSize = 0, offset = 0] = sizes.map((value) =>
    value === none32 ? (wide.shift() ?? value) : value,
  );
  const name = zip.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/');
  const method = zip.readUInt16LE(at + 10);
  const crc = zip.readUInt32LE(at + 16);
  const next = extraEnd + zip.readUInt16LE(at + 32);
  return { entry: { name, method, crc, packedSize, size, offset }, next };
}

/** Java's streaming writers keep every size here, however small. */
function readZip64(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const values: number[] = [];
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    for (let value = at + 4; value + 8 <= end; value += 8) {
      values.push(Number(extra.readBigUInt64LE(value)));
    }
    return values;
  }
  return [];
}

/** An entry's content, never longer than the directory said and never other than was packed. */
export function unpack(zip: Buffer, entry: ZipEntry): Buffer {
  const { offset, packedSize, size } = entry;
  if (zip.readUInt32LE(offset) !== 0x0403_4b50) throw new Refusal(refusalText.damaged);
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw new Refusal(refusalText.damaged);
  const content = inflate(packed, entry.method, size);
  if (content.length !== size || crc32(content) !== entry.crc) {
    throw new Refusal(refusalText.damaged);
  }
  return content;
}

function inflate(packed: Buffer, method: number, size: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw new Refusal(refusalText.damaged);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), chunkSize: 1024 * 1024 });
  } catch {
    throw new Refusal(refusalText.damaged);
  }
}

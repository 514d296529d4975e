import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { crc32 } from './crc32.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

export type ZipEntry = {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
};

/**
 * 200,000 rows of 8 columns unpack to about 100 MB, to 150 MB with long texts; past 400 MB reading
 * would take too long. XML of one repeated row packs to about 1 : 100, a bomb to 1 : 1,000.
 */
const bounds = {
  entries: 5_000,
  directory: 8 * 1024 * 1024,
  size: 400 * 1024 * 1024,
  ratio: 250,
  smallEntry: 1024 * 1024,
};

const none32 = 0xffff_ffff;
const endSize = 22;
const longestComment = 0xffff;
const locatorSize = 20;
const end64Size = 56;
const entrySize = 46;
const localSize = 30;
const encryptedFlags = 0x2041;
const chunkSize = 64 * 1024;

const damaged = () => new SpreadsheetError('damaged');

/** The archive's own list of what it holds, refused where it is out of all proportion. */
export function readDirectory(path: string): Promise<ZipEntry[]> {
  return reading(path, async (file) => {
    const { count, start, end } = await readEnd(file);
    const tooLarge = count > bounds.entries || end - start > bounds.directory;
    if (tooLarge) throw new SpreadsheetError('tooLargeInside');
    return readEntries(await readAt(file, start, end - start), count);
  });
}

type Directory = { count: number; start: number; end: number };

async function readEnd(file: FileHandle): Promise<Directory> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - endSize - longestComment - locatorSize);
  const tail = await readAt(file, tailAt, size - tailAt);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + endSize > tail.length) throw damaged();
  const end = tailAt + at;
  const count = tail.readUInt16LE(at + 10);
  const start = tail.readUInt32LE(at + 16);
  const locator = at - locatorSize;
  const wide = locator >= 0 && tail.readUInt32LE(locator) === 0x0706_4b50;
  if (!wide || (count !== 0xffff && start !== none32)) return { count, start, end };
  return readEnd64(file, Number(tail.readBigUInt64LE(locator + 8)));
}

async function readEnd64(file: FileHandle, end: number): Promise<Directory> {
  const wide = await readAt(file, end, end64Size);
  if (wide.readUInt32LE(0) !== 0x0606_4b50) throw damaged();
  const [count, start] = [wide.readBigUInt64LE(32), wide.readBigUInt64LE(48)];
  return { count: Number(count), start: Number(start), end };
}

function readEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  let total = 0;
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(directory, at);
    const bomb = entry.size > bounds.smallEntry && entry.size > entry.packedSize * bounds.ratio;
    total += entry.size;
    if (bomb || total > bounds.size) throw new SpreadsheetError('tooLargeInside');
    entries.push(entry);
    at = next;
  }
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  if (names.size !== entries.length) throw damaged();
  return entries;
}

function readEntry(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + entrySize > directory.length) throw damaged();
  if (directory.readUInt32LE(at) !== 0x0201_4b50) throw damaged();
  if (directory.readUInt16LE(at + 8) & encryptedFlags) throw new SpreadsheetError('password');
  const nameEnd = at + entrySize + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const wide = readZip64(directory.subarray(nameEnd, extraEnd));
  const [size = 0, packedSize = 0, offset = 0] = [24, 20, 42].map((field) => {
    const value = directory.readUInt32LE(at + field);
    return value === none32 ? (wide.shift() ?? value) : value;
  });
  const name = directory.toString('utf8', at + entrySize, nameEnd).replaceAll('\\', '/');
  const method = directory.readUInt16LE(at + 10);
  const crc = directory.readUInt32LE(at + 16);
  const next = extraEnd + directory.readUInt16LE(at + 32);
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
export async function* unpack(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0;
  let crc = 0;
  let held: Buffer | undefined;
  for await (const chunk of inflated(path, entry)) {
    size += chunk.length;
    if (size > entry.size) throw damaged();
    crc = crc32(chunk, crc);
    // One chunk behind, so that a small part is known to be whole before any of it is used.
    if (held) yield held;
    held = chunk;
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged();
  if (held) yield held;
}

async function* inflated(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.packedSize === 0) return;
  if (entry.method !== 0 && entry.method !== 8) throw damaged();
  const start = await contentStart(path, entry.offset);
  const packed = createReadStream(path, { start, end: start + entry.packedSize - 1 });
  try {
    if (entry.method === 0) yield* packed;
    else yield* pipeline(packed, createInflateRaw({ chunkSize }), () => {});
  } catch (error) {
    // What a disk does is no fault of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new SpreadsheetError('damaged', { cause: error });
  }
}

async function contentStart(path: string, offset: number): Promise<number> {
  const header = await reading(path, (file) => readAt(file, offset, localSize));
  if (header.readUInt32LE(0) !== 0x0403_4b50) throw damaged();
  return offset + localSize + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function reading<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (position < 0 || length < 0 || position + length > size) throw damaged();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw damaged();
  return buffer;
}

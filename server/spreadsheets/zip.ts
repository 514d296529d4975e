import { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  type RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { crc32 } from './crc32.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

export type ZipEntry = { name: string; size: number; source: Entry };

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

/** The three bits that say that an entry is encrypted: plainly, strongly, or with its directory. */
const encryptedFlags = 0x2041;
const entrySize = 46;
const endSize = 22;
const longestComment = 0xffff;
const chunkSize = 64 * 1024;

const damaged = (cause?: unknown) => new SpreadsheetError('damaged', { cause });

/** The archive's own list of what it holds, refused where it is out of all proportion. */
export function readDirectory(path: string): Promise<ZipEntry[]> {
  return withArchive(path, async (archive) => {
    if (archive.entryCount > bounds.entries) throw new SpreadsheetError('tooLargeInside');
    const entries: ZipEntry[] = [];
    let directory = 0;
    let total = 0;
    for await (const source of archive.eachEntry()) {
      const entry = checkedEntry(source);
      directory += entrySize + source.fileNameLength;
      directory += source.extraFieldLength + source.fileCommentLength;
      total += entry.size;
      const tooLarge = directory > bounds.directory || total > bounds.size;
      if (tooLarge) throw new SpreadsheetError('tooLargeInside');
      entries.push(entry);
    }
    const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
    if (names.size !== entries.length) throw damaged();
    return entries;
  });
}

function checkedEntry(source: Entry): ZipEntry {
  if (source.generalPurposeBitFlag & encryptedFlags) throw new SpreadsheetError('password');
  const { uncompressedSize: size, compressedSize } = source;
  const isBomb = size > bounds.smallEntry && size > compressedSize * bounds.ratio;
  if (isBomb) throw new SpreadsheetError('tooLargeInside');
  return { name: source.fileNameRaw.toString('utf8').replaceAll('\\', '/'), size, source };
}

/** An entry's content, never longer than the directory said and never other than was packed. */
export async function* unpack(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0;
  let crc = 0;
  let previous: Buffer | undefined;
  for await (const chunk of inflated(path, entry)) {
    size += chunk.length;
    if (size > entry.size) throw damaged();
    crc = crc32(chunk, crc);
    // One chunk behind, so that a small part is known to be whole before any of it is used.
    if (previous) yield previous;
    previous = chunk;
  }
  if (size !== entry.size || crc !== entry.source.crc32) throw damaged();
  if (previous) yield previous;
}

async function* inflated(path: string, { source }: ZipEntry): AsyncGenerator<Buffer> {
  if (source.compressedSize === 0) return;
  if (!source.canDecodeFileData()) throw damaged();
  // As it is packed: yauzl unpacks in pieces of 16 KB, which takes noticeably longer.
  const packed = await withArchive(path, (archive) =>
    archive.openReadStreamPromise(source, { decodeFileData: false }),
  );
  try {
    if (!source.isCompressed()) yield* packed;
    else yield* pipeline(packed, createInflateRaw({ chunkSize }), () => {});
  } catch (error) {
    throw faultOf(error);
  }
}

/** What a disk does is no fault of the file; all else that goes wrong is. */
function faultOf(error: unknown): unknown {
  if (error instanceof SpreadsheetError) return error;
  if (!(error instanceof Error)) return damaged(error);
  if ('syscall' in error) return error;
  const strong = error.message === 'strong encryption is not supported';
  return strong ? new SpreadsheetError('password') : damaged(error);
}

const options = {
  autoClose: false,
  // Names are compared, never used as paths, and many writers do not say that theirs are UTF-8.
  decodeStrings: false,
  // Of the parts that are read, the real size is checked.
  validateEntrySizes: false,
};

async function withArchive<T>(path: string, use: (archive: ZipFile) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    const end = await archiveEnd(file);
    return await use(await fromRandomAccessReaderPromise(readerOf(path, file), end, options));
  } catch (error) {
    throw faultOf(error);
  } finally {
    await file.close();
  }
}

/** Bytes after the end of an archive mean nothing to spreadsheet programs, but yauzl refuses them. */
async function archiveEnd(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - endSize - longestComment);
  const { buffer } = await file.read(Buffer.alloc(size - tailAt), 0, size - tailAt, tailAt);
  const at = buffer.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + endSize > buffer.length) throw damaged();
  return Math.min(size, tailAt + at + endSize + buffer.readUInt16LE(at + endSize - 2));
}

/** What yauzl reads by. It leaves the file open: whoever opened it closes it. */
function readerOf(path: string, file: FileHandle): RandomAccessReader {
  const streamOf = (start: number, end: number) => createReadStream(path, { start, end: end - 1 });
  return Object.assign(new EventEmitter(), {
    ref() {},
    unref() {},
    close: (done: (error: Error | null) => void) => done(null),
    _readStreamForRange: streamOf,
    createReadStream: ({ start, end }: { start: number; end: number }) => streamOf(start, end),
    read(
      into: Buffer,
      offset: number,
      length: number,
      position: number,
      done: (error: Error | null) => void,
    ) {
      file.read(into, offset, length, position).then(
        ({ bytesRead }) => done(bytesRead < length ? damaged() : null),
        (error) => done(error),
      );
    },
  });
}

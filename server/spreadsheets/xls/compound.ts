import { SpreadsheetError } from '../spreadsheet-error.ts';

/**
 * The streams at the root of an OLE2 compound file (MS-CFB), by name in lower case, since writers
 * differ; those further down are of documents inside it. SheetJS has a reader of its own, but
 * one that follows a circular chain for ever and takes a truncated stream for a whole one.
 */
export function readCompound(bytes: Buffer): Map<string, () => Buffer> {
  const file = openCompound(bytes);
  const root = file.entries.find((entry) => entry.type === 5);
  const streams = new Map<string, () => Buffer>();
  for (const entry of childrenOf(root, file.entries)) {
    const name = entry.name.toLowerCase();
    if (entry.type !== 2 || streams.has(name)) continue;
    streams.set(name, () => {
      if (entry.size >= file.miniCutoff) return whole(file.read(entry.start), entry.size);
      const mini = file.read(root?.start ?? endOfChain);
      return whole(readMini(mini, file.miniFat, entry.start, file.miniSize), entry.size);
    });
  }
  return streams;
}

type Entry = {
  name: string;
  type: number;
  /** The numbers of the entries before and after it in its folder, and of one inside it. */
  before: number;
  after: number;
  child: number;
  start: number;
  size: number;
};

/** The entries of a folder are a tree; in a damaged file it may lead in circles. */
function childrenOf(folder: Entry | undefined, entries: readonly Entry[]): Entry[] {
  const found = new Set<Entry>();
  const ahead = [folder?.child ?? noEntry];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const entry = entries[at];
    if (!entry || found.has(entry)) continue;
    found.add(entry);
    ahead.push(entry.before, entry.after);
  }
  return [...found];
}

const endOfChain = 0xffff_fffe;
const noEntry = 0xffff_ffff;
const headDifat = 109;
const wordSize = 4;

const damaged = () => new SpreadsheetError('damaged');

function openCompound(bytes: Buffer) {
  const size = 1 << bytes.readUInt16LE(30);
  const miniSize = 1 << bytes.readUInt16LE(32);
  if ((size !== 512 && size !== 4096) || miniSize !== 64) throw damaged();
  // As many as are really here, whatever the header says: the rest counts by them.
  const sectors = Math.ceil(bytes.length / size) - 1;
  const sector = (index: number) => {
    if (index >= sectors) throw damaged();
    return bytes.subarray((index + 1) * size, (index + 2) * size);
  };
  const join = (indexes: readonly number[]) => Buffer.concat(indexes.map(sector));
  // What the table says of sectors after the end of the file is not asked for.
  const needed = Math.ceil(sectors / (size / wordSize));
  const fat = wordsOf(join(fatSectors(bytes, sectors, sector).slice(0, needed)));
  const read = (start: number) => join(chain(fat, start, sectors));
  return {
    read,
    miniSize,
    miniCutoff: bytes.readUInt32LE(56),
    miniFat: wordsOf(read(bytes.readUInt32LE(60))),
    entries: readEntries(read(bytes.readUInt32LE(48))),
  };
}

/** The numbers of the sectors that hold the allocation table: 109 in the header, more in a chain. */
function fatSectors(bytes: Buffer, sectors: number, sector: (index: number) => Buffer): number[] {
  const count = bytes.readUInt32LE(44);
  if (count > sectors) throw damaged();
  const listed = [...wordsOf(bytes.subarray(76, 76 + headDifat * wordSize))];
  const seen = new Set<number>();
  let next = bytes.readUInt32LE(68);
  while (listed.length < count) {
    if (seen.has(next)) throw damaged();
    seen.add(next);
    const words = wordsOf(sector(next));
    listed.push(...words.subarray(0, -1));
    next = words.at(-1) ?? endOfChain;
  }
  return listed.slice(0, count);
}

function wordsOf(bytes: Buffer): Uint32Array {
  const words = new Uint32Array(Math.floor(bytes.length / wordSize));
  for (let at = 0; at < words.length; at++) words[at] = bytes.readUInt32LE(at * wordSize);
  return words;
}

/** The numbers that follow each other in a table, of as many as there are; in a damaged file in circles. */
function chain(table: Uint32Array, start: number, count: number): number[] {
  const links: number[] = [];
  for (let at = start; at !== endOfChain; at = table[at] ?? noEntry) {
    if (at >= count || links.length === count) throw damaged();
    links.push(at);
  }
  return links;
}

function readMini(mini: Buffer, table: Uint32Array, start: number, size: number): Buffer {
  const links = chain(table, start, Math.ceil(mini.length / size));
  return Buffer.concat(links.map((at) => mini.subarray(at * size, (at + 1) * size)));
}

function whole(content: Buffer, size: number): Buffer {
  if (content.length < size) throw damaged();
  return content.subarray(0, size);
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const nameEnd = at + Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2);
    entries.push({
      name: directory.toString('utf16le', at, nameEnd),
      type: directory.readUInt8(at + 66),
      before: directory.readUInt32LE(at + 68),
      after: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

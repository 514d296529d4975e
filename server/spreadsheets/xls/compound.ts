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

function openCompound(bytes: Buffer) {
  const size = 1 << bytes.readUInt16LE(30);
  const miniSize = 1 << bytes.readUInt16LE(32);
  if ((size !== 512 && size !== 4096) || miniSize !== 64) throw new SpreadsheetError('damaged');
  const sector = (index: number) => {
    const content = bytes.subarray((index + 1) * size, (index + 2) * size);
    if (content.length === 0) throw new SpreadsheetError('damaged');
    return content;
  };
  const fat = joinWords(fatSectors(bytes, sector).map(sector));
  const read = (start: number) => Buffer.concat(chain(fat, start).map(sector));
  return {
    read,
    miniSize,
    miniCutoff: bytes.readUInt32LE(56),
    miniFat: joinWords([read(bytes.readUInt32LE(60))]),
    entries: readEntries(read(bytes.readUInt32LE(48))),
  };
}

/** The numbers of the sectors that hold the allocation table: 109 in the header, more in a chain. */
function fatSectors(bytes: Buffer, sector: (index: number) => Buffer): number[] {
  const count = bytes.readUInt32LE(44);
  const listed = joinWords([bytes.subarray(76, 76 + headDifat * 4)]);
  let next = bytes.readUInt32LE(68);
  while (listed.length < count) {
    const words = joinWords([sector(next)]);
    next = words.pop() ?? endOfChain;
    // A sector always adds more than a hundred numbers, so that a circle ends at the count.
    listed.push(...words);
  }
  return listed.slice(0, count);
}

function joinWords(parts: Buffer[]): number[] {
  const words: number[] = [];
  for (const part of parts) {
    for (let at = 0; at + 4 <= part.length; at += 4) words.push(part.readUInt32LE(at));
  }
  return words;
}

function chain(table: readonly number[], start: number): number[] {
  const links: number[] = [];
  for (let at = start; at !== endOfChain; at = table[at] ?? -1) {
    const circular = links.length > table.length;
    if (at < 0 || at >= table.length || circular) throw new SpreadsheetError('damaged');
    links.push(at);
  }
  return links;
}

function readMini(mini: Buffer, table: readonly number[], start: number, size: number): Buffer {
  const sectors = chain(table, start).map((at) => mini.subarray(at * size, (at + 1) * size));
  return Buffer.concat(sectors);
}

function whole(content: Buffer, size: number): Buffer {
  if (content.length < size) throw new SpreadsheetError('damaged');
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

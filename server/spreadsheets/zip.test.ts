import { afterAll, describe, expect, it } from 'vitest';
import { uploadFolder } from '#test/lead-files.ts';
import { type Packed, zipFile } from '#test/spreadsheet-files.ts';
import { crc32, slowCrc32 } from './crc32.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { readDirectory, unpack } from './zip.ts';

const { save, remove } = uploadFolder();
afterAll(remove);

async function contentsOf(zip: Buffer): Promise<Record<string, string>> {
  const path = save(zip);
  const contents: Record<string, string> = {};
  for (const entry of await readDirectory(path)) {
    const chunks: Buffer[] = [];
    for await (const chunk of unpack(path, entry)) chunks.push(chunk);
    contents[entry.name] = Buffer.concat(chunks).toString('latin1');
  }
  return contents;
}

/** With the end of an archive of more than 65,535 entries, or of more than 4 GB. */
function wideEnd(zip: Buffer): Buffer {
  const end = zip.subarray(-22);
  const start = zip.length - 22;
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x0606_4b50, 0);
  wide.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(start), 8);
  end.fill(0xff, 8, 20);
  return Buffer.concat([zip.subarray(0, start), wide, locator, end]);
}

describe('a ZIP archive', () => {
  const long = Array.from({ length: 40_000 }, (_, index) => `x${index}`).join(' ');
  const contents = { 'a.txt': 'a', 'b/c.txt': long, empty: '' };
  const packedAs = (how: Partial<Packed>) => {
    const entries = Object.entries(contents).map(([name, content]) => [name, { content, ...how }]);
    return zipFile(Object.fromEntries(entries));
  };

  it.each([
    ['packed', zipFile(contents)],
    ['stored as they are', packedAs({ stored: true })],
    ['with sizes of 64 bits', packedAs({ zip64: true })],
    ['with an end of 64 bits', wideEnd(zipFile(contents))],
    ['before a comment', Buffer.concat([zipFile(contents), Buffer.alloc(0xffff, '-')])],
  ])('gives what it holds, %s', async (_, zip) => {
    expect(await contentsOf(zip)).toEqual(contents);
  });

  const bomb = 'x'.repeat(2 * 1024 * 1024);
  it.each([
    ['packs too well', { bomb }],
    ['says it is huge', { film: { content: 'x', size: 500 * 1024 * 1024 } }],
    [
      'holds more files than a workbook has',
      Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`${index}`, 'x'])),
    ],
  ])('that %s is too large', async (_, entries) => {
    await expect(contentsOf(zipFile(entries))).rejects.toMatchObject({ fault: 'tooLargeInside' });
  });

  it('whose list of files is out of all proportion is too large', async () => {
    const entries = Array.from({ length: 200 }, (_, index) => [`${index}`.padEnd(60_000), 'x']);
    const zip = zipFile(Object.fromEntries(entries));
    await expect(readDirectory(save(zip))).rejects.toMatchObject({ fault: 'tooLargeInside' });
  });

  it.each([
    ['a password', 1],
    ['a password, strongly', 0x41],
    ['a password, and hides its list of files', 0x2000],
  ])('that needs %s is refused as such', async (_, flags) => {
    const zip = zipFile({ a: { content: 'x', flags } });
    await expect(contentsOf(zip)).rejects.toMatchObject({ fault: 'password' });
  });

  it.each<[string, Record<string, Packed | string>]>([
    ['is larger than it says', { a: { content: bomb, size: 1_000 } }],
    ['is smaller than it says', { a: { content: 'x', size: 2 } }],
    ['is stored larger than it says', { a: { content: 'xx', size: 1, stored: true } }],
    ['holds a name twice', { a: 'x', A: 'x' }],
  ])('that %s is damaged', async (_, entries) => {
    await expect(contentsOf(zipFile(entries))).rejects.toMatchObject({ fault: 'damaged' });
  });

  it.each([
    ['packed', false],
    ['stored', true],
  ])('gives no more of an entry than it says it holds, %s', async (_, stored) => {
    const size = 100_000;
    const path = save(zipFile({ a: { content: Buffer.alloc(4 * 1024 * 1024), size, stored } }));
    const [entry] = await readDirectory(path);
    if (!entry) throw new Error('There is an entry');
    let given = 0;
    const read = async () => {
      for await (const chunk of unpack(path, entry)) given += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({ fault: 'damaged' });
    expect(given).toBeLessThanOrEqual(size);
  });

  it('gives names as other programs write them', async () => {
    const names = ['xl\\workbook.xml', '/xl/styles.xml', '../Tabelle ü.xml'];
    const zip = zipFile(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(Object.keys(await contentsOf(zip))).toEqual([
      'xl/workbook.xml',
      '/xl/styles.xml',
      '../Tabelle ü.xml',
    ]);
  });

  it.each([
    ['', false],
    [' and sizes of 64 bits', true],
  ])('with a byte changed anywhere%s gives nothing of it', async (_, zip64) => {
    const zip = zipFile({ a: { content: 'some text that is packed', zip64 } });
    for (let at = 0; at < zip.length - 22; at++) {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      // Not all that an archive says of an entry matters: when it was changed does not.
      const found = await contentsOf(changed).catch((error: Error) => error);
      if (found instanceof Error) expect(found).toBeInstanceOf(SpreadsheetError);
      else expect(Object.values(found)).toEqual(['some text that is packed']);
    }
  });

  it('cut off anywhere is damaged', async () => {
    const zip = zipFile(contents);
    for (let part = 0; part < 50; part++) {
      const cut = zip.subarray(0, Math.floor((zip.length * part) / 50));
      await expect(contentsOf(cut)).rejects.toMatchObject({ fault: 'damaged' });
    }
  });

  it('that cannot be read blames nobody', async () => {
    await expect(readDirectory('/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
    const [entry] = await readDirectory(save(zipFile(contents)));
    if (!entry) throw new Error('There is an entry');
    await expect(unpack('/nowhere', entry).next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('a checksum is the same with and without the help of zlib', () => {
  const bytes = Buffer.from('123456789');
  expect([crc32(bytes), slowCrc32(bytes)]).toEqual([0xcbf4_3926, 0xcbf4_3926]);
  const [start, rest] = [bytes.subarray(0, 4), bytes.subarray(4)];
  expect(crc32(rest, crc32(start))).toBe(0xcbf4_3926);
  expect(slowCrc32(rest, slowCrc32(start))).toBe(0xcbf4_3926);
});

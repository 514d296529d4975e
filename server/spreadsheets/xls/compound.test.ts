import { describe, expect, it } from 'vitest';
import { compoundFile } from '#test/spreadsheet-files.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { readCompound } from './compound.ts';

const sectorSize = 512;
/** Where the header says what. */
const header = {
  sectorShift: 30,
  tableSectors: 44,
  directory: 48,
  miniCutoff: 56,
  miniTable: 60,
  moreTable: 68,
  table: 76,
};
const end = 0xffff_fffe;

/** As they are written here: the table in sector 0, the small one in 1, the directory in 2. */
const small = compoundFile({ Workbook: Buffer.alloc(300, 'small') });
const large = compoundFile({ Workbook: Buffer.alloc(9_000, 'large') });
const word = (sector: number, index: number) => (sector + 1) * sectorSize + index * 4;
const entry = (index: number) => ({
  before: word(2, 32 * index + 17),
  start: word(2, 32 * index + 29),
  size: word(2, 32 * index + 30),
});
const workbook = entry(2);

type Change = [at: number, value: number];

function changed(file: Buffer, ...changes: Change[]): Buffer {
  const copy = Buffer.from(file);
  for (const [at, value] of changes) copy.writeUInt32LE(value, at);
  return copy;
}

const missing: Change[] = [
  [header.table, 240],
  [header.table + 4, 0],
];

const workbookOf = (file: Buffer) => readCompound(file).get('workbook')?.().toString('latin1');

/** So many sectors that their table takes two of them. */
const long = Buffer.concat([small, Buffer.alloc(241 * sectorSize - small.length)]);

/** Its last sector says where the rest of the table is, and where there is more of that. */
function withMoreTable(next: number): Buffer {
  return changed(
    long,
    [header.tableSectors, 240],
    [header.table + 4, 0],
    [header.moreTable, 239],
    [word(239, 127), next],
  );
}

describe('A compound file', () => {
  it('gives its streams, small and large', () => {
    expect(workbookOf(small)).toBe('small'.repeat(60));
    expect(workbookOf(large)).toBe('large'.repeat(1_800));
  });

  it.each<[string, Buffer]>([
    ['of 1,024 bytes counts four billion sectors of its table', tiny()],
    ['counts one sector of its table more than it has', changed(small, [header.tableSectors, 5])],
    ['has its table after its end', changed(small, [header.table, 4])],
    ['has a part of its table after its end', changed(long, [header.tableSectors, 2], ...missing)],
    ['leads in a circle to the rest of its table', withMoreTable(239)],
    ['leads nowhere to the rest of its table', withMoreTable(end)],
    ['has sectors larger than itself', changed(small, [header.sectorShift, 0x0006_001f])],
    ['has its directory after its end', changed(small, [header.directory, 4])],
    ['has a directory that leads in a circle', changed(small, [word(0, 2), 2])],
    ['has a directory that leads after its end', changed(small, [word(0, 2), 0xffff_fff0])],
    ['has its small table after its end', changed(small, [header.miniTable, 4])],
    ['has a small table that leads in a circle', changed(small, [word(0, 1), 1])],
    ['has a small stream that leads in a circle', changed(small, [word(1, 5), 1])],
    ['has a small stream that leads after the small sectors', changed(small, [word(1, 5), 8])],
    ['has a small stream larger than its chain', changed(small, [workbook.size, 321])],
    ['has a stream that begins after its end', changed(large, [workbook.start, 22])],
    ['has a stream that leads in a circle', changed(large, [word(0, 20), 3])],
    ['has a stream that leads after its end', changed(large, [word(0, 20), 22])],
    ['has a stream of four billion bytes', changed(large, [workbook.size, 0xffff_ffff])],
    ['calls small what is large', changed(large, [header.miniCutoff, 0xffff_ffff])],
  ])('that %s is damaged', (_, file) => {
    expect(() => workbookOf(file)).toThrow(new SpreadsheetError('damaged'));
  });

  it('is asked for no more of its table than it has sectors', () => {
    const more: Change[] = [1, 2, 3].map((at) => [header.table + 4 * at, 0xffff_ffff]);
    expect(workbookOf(changed(small, [header.tableSectors, 4], ...more))).toBe('small'.repeat(60));
  });

  it('may have a folder whose entries lead in a circle', () => {
    expect(workbookOf(changed(small, [workbook.before, 2]))).toBe('small'.repeat(60));
  });
});

function tiny(): Buffer {
  const itself: Change[] = [
    [header.moreTable, 0],
    [word(0, 127), 0],
  ];
  return changed(small.subarray(0, 1_024), [header.tableSectors, 0xffff_ffff], ...itself);
}

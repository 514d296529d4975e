import { describe, expect, it } from 'vitest';
import { readSheet } from './sheet.ts';

/** As long as a text may be: 335 of them are what may be here at one moment. */
const text = 'x'.repeat(100_000);
const blank = ' '.repeat(100_000);
const most = 335;

async function rowsOf(pieces: readonly string[]): Promise<number> {
  async function* chunks() {
    for (const piece of ['<worksheet><sheetData>', ...pieces, '</sheetData></worksheet>']) {
      yield Buffer.from(piece);
    }
  }
  const strings = (index: number) => (index === 0 ? text : blank);
  let count = 0;
  for await (const _ of readSheet(chunks(), { strings, styles: [], date1904: false })) count++;
  return count;
}

const cell = '<c t="s"><v>0</v></c>';
const row = `<row>${cell}</row>`;
const blankRow = row.replace('0', '1');
const repeated = (piece: string, times: number) => Array<string>(times).fill(piece);

describe('The rows of a sheet', () => {
  it.each<[string, string[], number]>([
    ['with as much text as may be here at once', [row.repeat(most)], most],
    ['with as much text in each of many pieces', repeated(row.repeat(most), 3), 3 * most],
    [
      'each of which ends in the next piece, with far more text together',
      [`<row>${cell}`, ...repeated(`</row><row>${cell}`, 3 * most), '</row>'],
      3 * most + 1,
    ],
    ['with as much text as may be in all', repeated(row.repeat(most), 4), 4 * most],
    ['after blank ones that are left out', [blankRow.repeat(most) + row.repeat(most)], most],
  ])('%s are read', async (_, pieces, count) => {
    expect(await rowsOf(pieces)).toBe(count);
  });

  it.each<[string, string[]]>([
    ['that come at once', [row.repeat(most + 1)]],
    ['of which one is not over', [row.repeat(most - 1), `${row.repeat(most)}<row>${cell}`]],
    ['that come one after the other', [...repeated(row.repeat(most), 4), row.repeat(3)]],
    ['that begin in a piece before', [`<row>${cell}`, `</row>${row.repeat(most)}`]],
    ['of which one comes in many pieces', ['<row>', ...repeated(cell, most + 1), '</row>']],
    ['of which one is blank', [`<row>${cell.replace('0', '1').repeat(most + 1)}</row>`]],
  ])('%s with more text than that are too large', async (_, pieces) => {
    await expect(rowsOf(pieces)).rejects.toMatchObject({ fault: 'tooLargeInside' });
  });
});

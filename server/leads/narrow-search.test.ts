import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyLead, lettersOf, lettersOfDays } from './day-keys.ts';
import { keysOfParts, rarePartOf } from './narrow-search.ts';

/** Of a thousand leads: `fi`, `ir`, … are in all of them, what is not named in none. */
function countsOf(common: string, rare: Record<string, number> = {}): Map<string, number> {
  const counts = new Map([[everyLead, 1_000]]);
  for (const letters of lettersOf(common)) counts.set(lettersOfDays(letters), 1_000);
  for (const [letters, count] of Object.entries(rare)) counts.set(lettersOfDays(letters), count);
  return counts;
}

const rare = { '47': 60, '71': 60, '11': 50, m4: 120, '4f': 90, vw: 95, wx: 95, xy: 8, yz: 50 };
const firms = countsOf('firm.example', rare);

test.each([
  { text: 'firm 4711', part: '4711', why: 'every lead is of a firm' },
  { text: '4711 firm', part: '4711', why: 'the rare part may come first' },
  { text: '4711@firm.example', part: '4711', why: 'a sign is no letter of the index' },
  { text: 'firm4711', part: 'm4711', why: 'a lead more or less costs a hundred entries of a list' },
  { text: '4firm', part: '4fi', why: 'what every lead has rules out none' },
  { text: 'vwxyz', part: 'wxyz', why: 'of the letters on both sides the rarer come first' },
  { text: 'x4711', part: 'x4711', why: 'what no counted lead has may be in many others' },
  { text: 'firm', part: 'firm', why: 'there is nothing else to ask for' },
  { text: 'firm 47', part: ' 47', why: 'the index knows how a word begins' },
  { text: '47 firm', part: '47 ', why: 'and how it ends' },
  { text: 'firm 47 11', part: ' 11', why: 'of the edges of words the rarest' },
  { text: 'firm@47', part: 'firm@47', why: 'what another sign parts is not looked at' },
  { text: '4711', part: '4711', why: 'all of it is rare' },
  { text: 'fir', part: 'fir', why: 'it is not longer' },
  { text: 'zürich firm', part: 'rich', why: 'what a letter is beyond ASCII depends on the locale' },
])('Of "$text" the index is asked for "$part": $why', ({ text, part }) => {
  expect(rarePartOf(text, firms)).toBe(part);
});

test('While nothing is counted, the index is asked for the whole text', () => {
  expect(rarePartOf('firm 4711', new Map())).toBe('firm 4711');
});

test('Whatever is searched, the part is of the text, and long enough for the index if it is not all', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcfirm471 @.ü%😀'), maxLength: 20 });
  const shares = fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(text, shares, (searched, counts) => {
      const keys = keysOfParts(searched);
      const known = new Map(keys.map((key, i) => [key, counts[i] ?? 0]));
      const part = rarePartOf(searched, known);
      expect(searched).toContain(part);
      if (part !== searched) expect(part).toMatch(/[a-z0-9]{3}|^ [a-z0-9]{2}$|^[a-z0-9]{2} $/);
    }),
  );
});

test('A text is counted by each of its letters and pairs once, and by none across its lines', () => {
  expect([...lettersOf('aba\na😀')].sort()).toEqual(['a', 'ab', 'a😀', 'b', 'ba', '😀'].sort());
});

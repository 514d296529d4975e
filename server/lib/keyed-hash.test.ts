import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedHash, hashKeyBytes } from './keyed-hash.ts';

const newHash = () => createKeyedHash(randomBytes(hashKeyBytes));
const texts = Array.from({ length: 50_000 }, (_, index) => `a${index}@acme.example`);
/** Where a table of 256 places would put a text. */
const placeOf = (hash: ReturnType<typeof newHash>) => (text: string) => hash(text)[1] & 0xff;

test('The same text has the same hash under one key, and another under another', () => {
  const [one, other] = [newHash(), newHash()];
  expect(one('acme')).toEqual(one('acme'));
  expect(one('acme')).not.toEqual(other('acme'));
});

test.each([
  ['a last letter', 'acme', 'acmf'],
  ['a first letter', 'acme', 'bcme'],
  ['a letter more', 'acme', 'acmee'],
  ['a NUL at the end', 'acm', 'acm\0'],
  ['nothing at all', '', '\0'],
  ['two letters in another order', 'acme', 'amce'],
  ['letters beyond Latin', '阿', '아'],
])('Texts that differ by %s have different hashes', (_, one, other) => {
  const hash = newHash();
  expect(hash(one)).not.toEqual(hash(other));
});

test('Texts that meet in one place under one key are spread by every other', () => {
  const place = placeOf(newHash());
  const meeting = texts.filter((text) => place(text) === 0);
  expect(meeting.length).toBeGreaterThan(100);
  const places = new Set(meeting.map(placeOf(newHash())));
  expect(places.size).toBeGreaterThan(64);
});

test('Both halves are spread evenly', () => {
  const hash = newHash();
  for (const half of [0, 1] as const) {
    const counts = new Uint32Array(256);
    for (const text of texts) {
      const place = hash(text)[half] & 0xff;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    // 195 is the mean; seven times the usual deviation leaves chance no say.
    expect(Math.min(...counts)).toBeGreaterThan(97);
    expect(Math.max(...counts)).toBeLessThan(293);
  }
});

// By another program, from the description of HalfSipHash-1-3: key 0 to 7, texts as UTF-16.
test.each([
  ['', [567321974, 720838691]],
  ['a', [3726860222, 1708319548]],
  ['ab', [1430009939, 914481135]],
  ['acme', [2066933861, 1175642114]],
  ['a@acme.example', [2583187953, 3454573060]],
])('The text %j has the hash that HalfSipHash gives it', (text, hash) => {
  const key = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(createKeyedHash(key)(text)).toEqual(hash);
});

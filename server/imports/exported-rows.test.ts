import { expect, test, vi } from 'vitest';
import { foldText } from '#server/lib/text-keys.ts';
import { readExportedRow } from './exported-rows.ts';

const columns = { id: 0, partner: 1 };
const read = (partner: string, owner?: string) => readExportedRow(['', partner], columns, owner);

test('Of another partner as much is kept as is told, however much a row says', () => {
  expect(read('Nora', 'omar')).toEqual({ otherPartner: 'Nora' });
  expect(read('x'.repeat(30_000), 'omar')).toEqual({ otherPartner: `${'x'.repeat(199)}…` });
});

test('Nothing is kept of whom a row names where nobody asks, where it is the owner, or where it is nobody', () => {
  expect(read('Nora')).toEqual({});
  expect(read(' NORA ', 'nora')).toEqual({});
  expect(read(' ', 'nora')).toEqual({});
  expect(readExportedRow(['', 'Omar'], { id: 0, partner: undefined }, 'nora')).toEqual({});
});

test('The owner is known however many letters their accents take, and not by the beginning of a text', () => {
  const name = 'ᾂ'.repeat(200);
  const apart = name.normalize('NFD');
  expect(apart).toHaveLength(800);
  expect(read(apart, foldText(name))).toEqual({});
  expect(read(`${apart}x`, foldText(name))).toMatchObject({ otherPartner: expect.any(String) });
  expect(read('Nora B', 'nora')).toEqual({ otherPartner: 'Nora B' });
});

test('What is far too long to be the owner is not folded: putting its accents in order would take long', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  read('a'.repeat(16), 'nora');
  expect(normalize).toHaveBeenCalledTimes(1);
  read('a'.repeat(17), 'nora');
  expect(normalize).toHaveBeenCalledTimes(1);
  normalize.mockRestore();
});

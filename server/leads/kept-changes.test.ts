import { expect, test } from 'vitest';
import { keptChanges } from './kept-changes.ts';

test('Of custom fields a timeline keeps those that changed, came or went', () => {
  const from = { same: 1, changed: 'a', gone: true };
  const to = { same: 1, changed: 'b', come: null };
  expect(keptChanges({ custom_fields: { from, to } })).toEqual({
    custom_fields: { from: { changed: 'a', gone: true }, to: { changed: 'b', come: null } },
  });
  expect(keptChanges({ custom_fields: { from: null, to: { a: 1 } } })).toEqual({
    custom_fields: { from: null, to: { a: 1 } },
  });
});

test('Long notes are kept as they were', () => {
  const changes = { notes: { from: 'x'.repeat(5_000), to: 'y'.repeat(5_000) } };
  expect(keptChanges(changes)).toEqual(changes);
});

test('Of the largest correction the beginning of each text is kept', () => {
  const fields = (letter: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field ${n}`, letter.repeat(1_000)]));
  const kept = keptChanges({
    title: { from: null, to: 'CEO' },
    custom_fields: { from: fields('🚀'), to: fields('y') },
  });
  expect(JSON.stringify(kept).length).toBeLessThan(20_000);
  expect(kept).toMatchObject({
    title: { from: null, to: 'CEO' },
    custom_fields: { to: { 'field 49': `${'y'.repeat(100)}…` } },
  });
});

import { expect, test } from 'vitest';
import { bestFirst, firstShown, inPlace, searchKey } from './choices.ts';

const choices = [
  { value: '1', label: 'Closed Won', group: 'Live' },
  { value: '2', label: 'Live', group: 'Live' },
  { value: '3', label: 'Open Deal', group: 'In Progress' },
  { value: '4', label: 'Open', group: 'In Progress' },
  { value: '5', label: 'In Progress', group: 'In Progress' },
  { value: '6', label: 'Tomás Herrera' },
];
const labels = (found: { label: string }[]) => found.map(({ label }) => label);

test.each([
  ['live', ['Closed Won', 'Live'], 'Live'],
  ['LIV', ['Closed Won', 'Live'], 'Live'],
  ['open', ['Open Deal', 'Open'], 'Open'],
  ['ope', ['Open Deal', 'Open'], 'Open Deal'],
  ['in_progress', ['Open Deal', 'Open', 'In Progress'], 'In Progress'],
  ['  in   progress ', ['Open Deal', 'Open', 'In Progress'], 'In Progress'],
  ['won', ['Closed Won'], 'Closed Won'],
  ['tomas h', ['Tomás Herrera'], 'Tomás Herrera'],
  ['nothing of the kind', [], undefined],
])('Typing %j leaves %j, and means %s', (typed, found, best) => {
  const result = inPlace(choices, typed);
  expect(labels(result.found)).toEqual(found);
  expect(result.best?.label).toBe(best);
});

test.each(['', '  ', '_'])('Typing %j leaves everything as it stands', (typed) => {
  expect(inPlace(choices, typed).found).toEqual(choices);
  expect(bestFirst(choices, typed)).toEqual(choices);
});

test('Without groups to keep together, what fits best comes first', () => {
  expect(labels(bestFirst(choices, 'open'))).toEqual(['Open', 'Open Deal']);
  expect(labels(bestFirst(choices, 'live'))).toEqual(['Live', 'Closed Won']);
});

test('Case, accents, underscores and spaces make no difference', () => {
  expect(searchKey('  Čapek_&  Sons ')).toBe(searchKey('capek & sons'));
});

test.each([
  [0, true, 0, 'Loading...'],
  [3, true, 3, 'Loading...'],
  [0, false, 0, 'None found'],
  [200, false, 200, undefined],
  [201, false, 200, 'Type to find more'],
])(
  'Of %i choices (on their way: %s) %i are shown, with the note %s',
  (count, loading, shown, note) => {
    const all = Array.from({ length: count }, (_, n) => ({ value: `${n}`, label: `${n}` }));
    const first = firstShown(all, { loading, nothingFound: 'None found' });
    expect([first.found.length, first.note]).toEqual([shown, note]);
  },
);

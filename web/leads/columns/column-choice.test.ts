import { expect, test } from 'vitest';
import { choosableColumns, extraWidth, isShown, readChoice, switched } from './column-choice.ts';

test('Unasked, the columns of the specification show and no others', () => {
  const shown = choosableColumns.filter(({ key }) => isShown([], key)).map(({ name }) => name);
  expect(shown).toEqual(['Partner', 'Contact', 'Email', 'Phone', 'Status', 'Date Added']);
});

test('A column is switched over and back; Company and Actions always show', () => {
  const once = switched(switched([], 'phone'), 'country');
  expect([isShown(once, 'phone'), isShown(once, 'country')]).toEqual([false, true]);
  expect(switched(once, 'phone')).toEqual(['country']);
  expect(isShown(['company', 'actions'], 'company')).toBe(true);
  expect(isShown(['company', 'actions'], 'actions')).toBe(true);
});

test('The list is wider by what was added, less what was hidden', () => {
  expect(extraWidth([])).toBe(0);
  expect(extraWidth(['country'])).toBeGreaterThan(0);
  expect(extraWidth(['country', 'email'])).toBe(0);
});

test.each([
  [null, []],
  ['', []],
  ['{"a":1}', []],
  ['["zip","nonsense",7,"phone"]', ['phone', 'zip']],
])('What was kept as %j is read as %j', (kept, choice) => {
  expect(readChoice(kept)).toEqual(choice);
});

import { describe, expect, test } from 'vitest';
import { maxLeadsByIds } from '#contract/limits.ts';
import {
  countOf,
  isSelected,
  nothingSelected,
  type Selection,
  selectAll,
  stateOfPage,
  toggleOne,
  togglePage,
  toggleRange,
} from './selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];
const ticked = (selection: Selection) => [...selection.ids].sort().join('');
const tick = (...ids: string[]) =>
  ids.reduce((selection, id) => toggleOne(selection, id, page), nothingSelected);

test('One is ticked, and unticked again', () => {
  expect(ticked(tick('b', 'd'))).toBe('bd');
  expect(ticked(tick('b', 'd', 'b'))).toBe('d');
});

describe('A range', () => {
  test.each([
    ['from the last one down', tick('b'), 'd', 'bcd'],
    ['from the last one up', tick('e', 'd'), 'b', 'bcde'],
    ['that ends at a ticked one unticks', tick('b', 'c', 'd'), 'b', ''],
    ['with nothing ticked before is one', nothingSelected, 'c', 'c'],
    ['whose beginning is on another page is one', { ...tick('a'), anchor: 'z' }, 'c', 'ac'],
  ])('%s', (_, before, to, after) => {
    expect(ticked(toggleRange(before, to, page))).toBe(after);
  });
});

test('The page is ticked as a whole, also where some of it is, and then unticked', () => {
  const some = tick('c');
  expect(stateOfPage(some, page)).toBe('some');
  const whole = togglePage(some, page);
  expect(ticked(whole)).toBe('abcde');
  expect(stateOfPage(whole, page)).toBe('all');
  expect(ticked(togglePage(whole, page))).toBe('');
  expect(stateOfPage(nothingSelected, [])).toBe('none');
});

test('What is ticked on another page stays', () => {
  const both = togglePage(tick('a'), ['x', 'y']);
  expect(ticked(both)).toBe('axy');
  expect(stateOfPage(both, page)).toBe('some');
});

test('All that match are as many as the list has; one unticked leaves the others of its page', () => {
  const all = selectAll(togglePage(nothingSelected, page));
  expect(countOf(all, 1_240)).toBe(1_240);
  expect(isSelected(all, 'of another page')).toBe(true);
  const less = toggleOne(all, 'b', page);
  expect(less.isAll).toBe(false);
  expect(ticked(less)).toBe('acde');
  expect(countOf(less, 1_240)).toBe(4);
});

test('No more are ticked one by one than the server takes', () => {
  const many = Array.from({ length: maxLeadsByIds + 5 }, (_, index) => `lead ${index}`);
  expect(countOf(togglePage(nothingSelected, many), undefined)).toBe(maxLeadsByIds);
});

import { expect, test } from 'vitest';
import { isSameList } from './same-query.ts';

test.each([
  ['status=Live&search=acme', 'search=acme&status=Live', true],
  ['search=acme&page=3', 'search=acme', true],
  ['?search=a+b', 'search=a%20b', true],
  ['search=acme', 'search=acme&sort=status', false],
  ['search=acme', '', false],
])('%s and %s are the same list: %s', (one, other, isSame) => {
  expect(isSameList(one, other)).toBe(isSame);
});

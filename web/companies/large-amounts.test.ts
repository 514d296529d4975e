import { expect, test } from 'vitest';
import { areLarge } from './large-amounts.ts';

test.each([
  [[], false],
  [[null, '0.00'], false],
  [['-9999999.99', '1.00'], false],
  [['1.00', '-12345678.90'], true],
  [['999999999999.99'], true],
])('Of the amounts %j one is large: %s', (amounts, large) => {
  expect(areLarge(amounts)).toBe(large);
});

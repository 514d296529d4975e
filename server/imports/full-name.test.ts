import { expect, test } from 'vitest';
import { splitFullName } from './full-name.ts';

test.each([
  ['Ada Byron', 'Ada', 'Byron'],
  ['  Ada   King  Byron ', 'Ada King', 'Byron'],
  ['Byron, Ada', 'Ada', 'Byron'],
  ['de la Cruz, Ana María', 'Ana María', 'de la Cruz'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Ana María de la Cruz', 'Ana María', 'de la Cruz'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
])('%s is %s and %s', (name, first, last) => {
  expect(splitFullName(name)).toEqual({ first, last });
});

import crypto, { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { randomToken, tokenHash } from './random-token.ts';

const { hash } = crypto;
afterEach(() => {
  crypto.hash = hash;
});

test.each([
  { way: 'the one that this node has', has: hash },
  { way: 'the one that node had before 20.12', has: undefined },
])('A token has the same hash by $way', ({ has }) => {
  Object.assign(crypto, { hash: has });
  const token = randomToken();
  expect(tokenHash(token)).toEqual(createHash('sha256').update(token).digest());
});

import { expect, test } from 'vitest';
import { type AddressParts, addressOf } from './protocol.ts';

const cases: [path: string, parts: AddressParts, address: string][] = [
  ['/api/leads', {}, '/api/leads'],
  ['/api/leads/{id}', { params: { id: '42' } }, '/api/leads/42'],
  ['/api/partners/{id}/reset-password', { params: { id: 7 } }, '/api/partners/7/reset-password'],
  ['/api/leads/{id}', { params: { id: '../a b$&?' } }, '/api/leads/..%2Fa%20b%24%26%3F'],
  ['/api/a/{id}/b/{id}', { params: { id: 'x' } }, '/api/a/x/b/x'],
  ['/api/leads', { query: { limit: 5, offset: 0 } }, '/api/leads?limit=5&offset=0'],
  ['/api/leads', { query: { search: 'a&b=c d' } }, '/api/leads?search=a%26b%3Dc+d'],
  ['/api/leads', { query: { a: undefined, b: null, c: '' } }, '/api/leads'],
  ['/api/leads', { query: { a: undefined, b: false } }, '/api/leads?b=false'],
  ['/api/leads/{id}', { params: { id: '1' }, query: { x: 'y' } }, '/api/leads/1?x=y'],
];

test.each(cases)('The address of %s with %j is %s', (path, parts, address) => {
  expect(addressOf({ path }, parts)).toBe(address);
});

test('A call without what its path needs is a mistake in the program, not a call', () => {
  expect(() => addressOf({ path: '/api/leads/{id}' })).toThrow(
    '/api/leads/{id} was called without id',
  );
});

import { expect, test } from 'vitest';
import { neighboursIn } from './neighbours.ts';

test.each([
  { what: 'in the middle', id: 'b', listed: ['a', 'b', 'c'], previous: 'a', next: 'c' },
  { what: 'at the start', id: 'a', listed: ['a', 'b', 'c'], previous: undefined, next: 'b' },
  { what: 'at the end', id: 'c', listed: ['a', 'b', 'c'], previous: 'b', next: undefined },
  { what: 'that has left the list', id: 'b', listed: ['a', 'c'], previous: 'a', next: 'c' },
  { what: 'whose neighbour has left', id: 'b', listed: ['a', 'b'], previous: 'a', next: undefined },
  { what: 'of no list', id: 'x', listed: ['a'], previous: undefined, next: undefined },
])('A lead $what has the neighbours $previous and $next', ({ id, listed, previous, next }) => {
  expect(neighboursIn(['a', 'b', 'c'], listed, id)).toEqual({ previous, next });
});

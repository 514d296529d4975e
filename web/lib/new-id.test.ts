import { expect, it } from 'vitest';
import { z } from 'zod';
import { idsOfRequests, newId } from './new-id.ts';

it('An id is one that the server takes, and a new one each time', () => {
  const ids = Array.from({ length: 50 }, newId);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(50);
});

it('The same request keeps its id, another one and the next thing get a new one', () => {
  const ids = idsOfRequests();
  const first = ids.of({ rows: 'valid' });
  expect(ids.of({})).not.toBe(first);
  expect(ids.of({ rows: 'valid' })).toBe(first);
  ids.forget();
  expect(ids.of({ rows: 'valid' })).not.toBe(first);
});

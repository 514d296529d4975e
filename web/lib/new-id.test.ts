import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { idsOfRequests, newId } from './new-id.ts';

it('An id is a UUIDv7 of this moment, and a new one each time', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
  const ids = Array.from({ length: 50 }, newId);
  vi.useRealTimers();
  for (const id of ids) {
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 20, 10));
  }
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

import { expect, it } from 'vitest';
import { checkQuery } from '#contract/imports.ts';
import { newUploadId, uploadIds } from './upload-id.ts';

it('An id is one that the server takes, and a new one each time', () => {
  const ids = Array.from({ length: 50 }, newUploadId);
  for (const upload_id of ids) expect(checkQuery.safeParse({ upload_id }).success).toBe(true);
  expect(new Set(ids).size).toBe(50);
});

it('The same choices keep their id, others and another file get a new one', () => {
  const ids = uploadIds();
  const first = ids.of({ rows: 'valid' });
  expect(ids.of({})).not.toBe(first);
  expect(ids.of({ rows: 'valid' })).toBe(first);
  ids.forget();
  expect(ids.of({ rows: 'valid' })).not.toBe(first);
});

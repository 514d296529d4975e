import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { tokenFailure } from './token-text.shared.ts';

it('says Failed where the server answered with an error', () => {
  expect(tokenFailure('fetch', new ApiError(500, undefined))).toBe('Failed to fetch API tokens');
  expect(tokenFailure('revoke', new ApiError(409, {}))).toBe('Failed to revoke token');
});

it('says Error where the call itself broke', () => {
  expect(tokenFailure('fetch', new TypeError('Failed to fetch'))).toBe('Error fetching tokens');
  expect(tokenFailure('delete', new TypeError('Failed to fetch'))).toBe('Error deleting token');
});

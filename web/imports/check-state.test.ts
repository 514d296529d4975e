import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { afterFailure, findingsIn } from './check-state.ts';
import { aCheck } from './file-check.fixture.ts';
import { importMessages } from './import-text.ts';

const found = aCheck();

describe('a check that fails', () => {
  it.each([400, 413, 415])('with %i says why the file cannot be read', (status) => {
    const error = new ApiError(status, { error: 'The file has no leads' });
    expect(afterFailure(error, undefined)).toEqual({
      step: 'refused',
      message: 'The file has no leads',
    });
  });

  it.each([
    ['the network', new TypeError('Failed to fetch'), importMessages.failed],
    ['a proxy without a sentence', new ApiError(503, 'busy'), importMessages.failed],
    ['the server', new ApiError(500, { error: 'Internal error' }), 'Internal error'],
  ])('by %s says nothing of the file', (_, error, message) => {
    expect(afterFailure(error, undefined)).toEqual({ step: 'unknown', message });
  });

  it.each([429, 503])('by a limit (%i) is told with the sentence of the server', (status) => {
    const error = new ApiError(status, { error: 'Come back later' });
    expect(afterFailure(error, undefined)).toEqual({
      step: 'unknown',
      message: 'Come back later',
      isLimit: true,
    });
  });

  it('keeps what was found before', () => {
    const after = afterFailure(new TypeError('Failed to fetch'), found);
    expect(findingsIn(after)).toBe(found);
    expect(findingsIn({ step: 'found', found })).toBe(found);
    expect(findingsIn({ step: 'none' })).toBeUndefined();
  });
});

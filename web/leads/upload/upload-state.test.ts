import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { uploadFailure } from './upload-state.ts';

const generic = 'Failed to upload leads. Please check your file format and try again.';

describe('a failed upload', () => {
  it('tells what the server says, with its row report', () => {
    const problems = [{ row: 2, column: 'email', message: 'Email is invalid' }];
    const body = { error: 'No leads were stored.', problems, problem_count: 1_203 };
    expect(uploadFailure(new ApiError(400, body))).toEqual({
      message: 'No leads were stored.',
      problems,
      problemCount: 1_203,
    });
  });

  it.each([
    ['the connection is lost', new TypeError('The connection was lost')],
    ['a proxy answers without JSON', new ApiError(502, undefined)],
  ])('says the usual sentence where %s', (_, error) => {
    expect(uploadFailure(error)).toEqual({ message: generic, problems: [], problemCount: 0 });
  });
});

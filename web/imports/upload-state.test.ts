import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import {
  checkProgress,
  isProgressUnknown,
  progressText,
  serverProgress,
  transferProgress,
  uploadFailure,
} from './upload-state.ts';

const generic = 'Failed to upload leads. Please check your file format and try again.';

describe('a failed upload', () => {
  it('tells what the server says, with its row report', () => {
    const problems = [{ row: 2, column: 'email', value: 'ada', message: 'Email is invalid' }];
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

describe('progress', () => {
  const travelling = { phase: 'sending', percent: 40 } as const;
  const storing = { phase: 'storing', percent: 5 } as const;

  it('follows the file until the server has begun, and the server from then on', () => {
    expect(transferProgress(travelling, 60)).toEqual({ phase: 'sending', percent: 60 });
    expect(serverProgress(travelling, { step: 'waiting', percent: 0 })).toEqual(travelling);
    expect(serverProgress(travelling, { step: 'storing', percent: 5 })).toEqual(storing);
    expect(transferProgress(storing, 100)).toEqual(storing);
  });

  it('is that the file waits where all of it was sent and the server has not begun', () => {
    const sent = { phase: 'sending', percent: 100 } as const;
    const waiting = { phase: 'waiting', percent: 0 };
    expect(serverProgress(sent, { step: 'waiting', percent: 0 })).toEqual(waiting);
  });

  it.each([
    ['that was only begun', { step: 'running' }, ['Checking the file…', true]],
    ['that waits', { step: 'running', isWaiting: true }, ['Waiting to be checked…', true]],
    [
      'that has waited',
      { step: 'running', isWaiting: true, percent: 7 },
      ['Checking the file…', false],
    ],
  ] as const)(
    'of a check %s is told in words, with a number where there is one',
    (_, check, told) => {
      const progress = checkProgress(check);
      expect([progressText(progress), isProgressUnknown(progress)]).toEqual(told);
    },
  );

  it.each([
    ['Uploading…', travelling, true],
    ['Checking the file…', { phase: 'sending', percent: 100 }, false],
    ['Waiting to be checked…', { phase: 'waiting', percent: 0 }, false],
    ['Checking the file…', { phase: 'checking', percent: 0 }, false],
    ['Checking the file…', { phase: 'checking', percent: 7 }, true],
    ['Storing the leads…', storing, true],
  ] as const)('reads %s of %j, with a number: %j', (text, progress, isKnown) => {
    expect(progressText(progress)).toBe(text);
    expect(isProgressUnknown(progress)).toBe(!isKnown);
  });
});

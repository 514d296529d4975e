import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProgress } from './with-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is settled by the test. */
function held() {
  let resolve = (_: string) => {};
  let reject = (_: Error) => {};
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Work that is under way until the test ends it, and is asked about every second. */
function start(answer: (signal: AbortSignal) => Promise<string>) {
  const ask = vi.fn(answer);
  const told: string[] = [];
  const onProgress = (text: string) => void told.push(text);
  const work = held();
  const result = withProgress({ ask, everyMilliseconds: 1_000, onProgress }, () => work.promise);
  return { ask, told, work, result };
}

test('A question that is not answered yet is not asked again: a slow server would get ever more', async () => {
  const answer = held();
  const { ask, told } = start(() => answer.promise);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ask).toHaveBeenCalledOnce();
  answer.resolve('half');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['half']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('A question that fails tells nothing, and the next one is asked', async () => {
  let asked = 0;
  const { told } = start(async () => {
    if (++asked === 1) throw new Error('No');
    return `answer ${asked}`;
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told).toEqual(['answer 2', 'answer 3']);
});

test.each(['is done', 'has failed'])(
  'Once the work %s nothing is asked, and the question on its way is given up',
  async (end) => {
    const { ask, work, result } = start((signal) => {
      const answer = held();
      signal.addEventListener('abort', () => answer.reject(new Error('Given up')));
      return answer.promise;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    const signal = ask.mock.lastCall?.[0];
    expect(signal?.aborted).toBe(false);
    if (end === 'is done') work.resolve('done');
    else work.reject(new Error('No'));
    await result.catch(() => undefined);
    expect(signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledOnce();
  },
);

test('An answer that comes once the work is done is told nobody: it would stand in the next bar', async () => {
  const answer = held();
  const { told, work, result } = start(() => answer.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  work.resolve('done');
  await result;
  answer.resolve('half');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([]);
});

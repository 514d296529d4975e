import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain } from './listener.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('Where nothing can be heard, everything is asked for every ten seconds, until it is closed', async () => {
  const onRegained = vi.fn();
  const listening = askAgain({ onMessage: () => undefined, onRegained });
  await listening.ready();
  vi.advanceTimersByTime(9_999);
  expect(onRegained).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_001);
  expect(onRegained).toHaveBeenCalledTimes(2);
  await listening.close();
  vi.advanceTimersByTime(60_000);
  expect(onRegained).toHaveBeenCalledTimes(2);
});

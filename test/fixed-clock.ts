import { afterEach, beforeEach, vi } from 'vitest';

/** A noon of the reader's own, wherever the tests run: no zone and no wait makes another day of it. */
const noon = new Date(2026, 10, 16, 12);

/** The tests of a file run at that noon, however long they take; timers go on. */
export function stayAtNoon(): void {
  beforeEach(() => void vi.setSystemTime(noon));
  afterEach(() => void vi.useRealTimers());
}

/** A moment before that noon. */
export function beforeNoon({ minutes = 0, days = 0 }: { minutes?: number; days?: number }): string {
  return new Date(noon.getTime() - (days * 24 * 60 + minutes) * 60_000).toISOString();
}

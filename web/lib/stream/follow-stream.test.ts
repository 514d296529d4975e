// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream, pauseAfter } from './follow-stream.ts';

let leaving: AbortController;
let streams: { write(text: string): void; end(): void; fail(): void; signal: AbortSignal }[];
let told: string[];
let gaps: number;
let refusals: number;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  leaving = new AbortController();
  streams = [];
  told = [];
  gaps = 0;
  refusals = 0;
});
afterEach(() => {
  leaving.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  if (refusals > 0) {
    refusals--;
    throw new Error('refused');
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      signal.addEventListener('abort', () => controller.error(new Error('aborted')));
      streams.push({
        write: (text) => controller.enqueue(new TextEncoder().encode(text)),
        end: () => controller.close(),
        fail: () => controller.error(new Error('lost')),
        signal,
      });
    },
  });
}

function follow() {
  return followStream({
    open,
    onEvent: ({ data }) => told.push(data),
    onGap: () => {
      gaps++;
    },
    signal: leaving.signal,
  });
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const goOffline = (isOffline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);

test('What a stream tells is passed on, and a stream that ends is opened anew after a moment', async () => {
  follow();
  await pass(0);
  streams[0]?.write('data: one\n\n');
  await pass(0);
  streams[0]?.end();
  await pass(999);
  expect(streams).toHaveLength(1);
  await pass(1);
  expect(streams).toHaveLength(2);
  streams[1]?.write('data: two\n\n');
  await pass(0);
  expect(told).toEqual(['one', 'two']);
  // The server itself knows what happened in such a moment.
  expect(gaps).toBe(0);
});

test('After a longer time without the stream, everything has to be asked for', async () => {
  follow();
  await pass(0);
  refusals = 4;
  streams[0]?.fail();
  await pass(60_000);
  expect(streams).toHaveLength(2);
  expect(gaps).toBe(1);
});

test('Pauses grow with every failure, up to a minute, and differ between browsers', () => {
  expect([0, 1, 2, 5, 6, 50].map(pauseAfter)).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(pauseAfter(50)).toBe(30_000);
});

test('A stream on which not even a heartbeat comes is given up', async () => {
  follow();
  await pass(59_999);
  streams[0]?.write(': still here\n\n');
  await pass(59_999);
  expect(streams[0]?.signal.aborted).toBe(false);
  await pass(1);
  expect(streams[0]?.signal.aborted).toBe(true);
  await pass(1_000);
  expect(streams).toHaveLength(2);
});

test('Without a network nothing is tried until it is back', async () => {
  goOffline(true);
  follow();
  await pass(600_000);
  expect(streams).toHaveLength(0);
  goOffline(false);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(streams).toHaveLength(1);
});

test('Whoever is told to stop stops: while reading, while waiting, and while offline', async () => {
  const over = follow();
  await pass(0);
  leaving.abort();
  await over;
  expect(streams[0]?.signal.aborted).toBe(true);
  leaving = new AbortController();
  refusals = 100;
  const waiting = follow();
  await pass(500);
  leaving.abort();
  await waiting;
  leaving = new AbortController();
  goOffline(true);
  const offline = follow();
  await pass(0);
  leaving.abort();
  await offline;
  expect(vi.getTimerCount()).toBe(0);
});

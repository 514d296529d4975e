import { setTimeout as pause } from 'node:timers/promises';

export async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** When something was asked, and how long its answer took. */
export type Asked = { at: number; wait: number };

/** One after the other, as a person's browser asks. */
export async function askUntil(
  done: () => boolean,
  url: string,
  request: RequestInit | (() => RequestInit),
): Promise<Asked[]> {
  const asked: Asked[] = [];
  while (!done()) {
    const at = performance.now();
    const response = await fetch(url, typeof request === 'function' ? request() : request);
    await response.text();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    asked.push({ at, wait: performance.now() - at });
    await pause(10);
  }
  return asked;
}

export function p99(asked: Asked[], since: number): number {
  const waits = asked.filter(({ at }) => at >= since).map(({ wait }) => wait);
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

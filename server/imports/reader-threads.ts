import { once } from 'node:events';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { busy } from './limiters.ts';
import { startWorker } from './start-worker.ts';

/** Two are at work at a time; more are here only where some cannot be ended. */
const mostThreads = 6;
const endMilliseconds = 5_000;

/** Each until it has ended, with when it has read its modules. */
const threads = new Map<Worker, Promise<unknown>>();

/** How many are at work, or could not be ended. */
export const countReaders = () => threads.size;

export function runWorker(options: WorkerOptions): Worker {
  if (threads.size >= mostThreads) throw busy();
  const worker = startWorker(options);
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  threads.set(worker, Promise.race([once(worker, 'message').catch(() => undefined), ended]));
  void ended.then(() => threads.delete(worker));
  return worker;
}

/**
 * Waits until the thread has let go of its files, but not for ever: one in the middle of native code
 * cannot be ended, and must not keep its place. It is not ended while it still reads its modules,
 * since it would leave them open.
 */
export async function endWorker(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, endMilliseconds);
  });
  const ended = Promise.resolve(threads.get(worker)).then(() => worker.terminate());
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

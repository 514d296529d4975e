import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkLeadFile } from './lead-file.ts';
import { countReaders, endWorker, runWorker } from './reader-threads.ts';
import { startWorker } from './start-worker.ts';

/** A thread that ends when the test says so. */
class FakeThread extends EventEmitter {
  ended = new Promise((resolve) => this.once('exit', resolve));
  terminate = vi.fn(() => this.ended);
  postMessage = vi.fn();
  stdout = { resume: vi.fn() };
  stderr = { resume: vi.fn() };
}

vi.mock('./start-worker.ts', () => ({ startWorker: vi.fn() }));

let threads: FakeThread[] = [];
beforeEach(() => {
  threads = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.mocked(startWorker).mockImplementation(() => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as unknown as Worker;
  });
});
afterEach(() => {
  for (const thread of threads) thread.emit('exit', 0);
  vi.useRealTimers();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const run = () => ({ worker: runWorker({}), thread: threads.at(-1) as FakeThread });

test('A thread is not ended while it still reads its modules', async () => {
  const { worker, thread } = run();
  const ending = endWorker(worker);
  await settled();
  expect(thread.terminate).not.toHaveBeenCalled();
  thread.emit('message', { loaded: true });
  await settled();
  expect(thread.terminate).toHaveBeenCalledTimes(1);
  thread.emit('exit', 1);
  await ending;
  expect(countReaders()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('A thread that cannot be ended is not waited for, and is counted until it is gone', async () => {
  const { worker, thread } = run();
  thread.emit('message', { loaded: true });
  let isOver = false;
  const ending = endWorker(worker).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await ending;
  expect(countReaders()).toBe(1);
  thread.emit('exit', 1);
  await settled();
  expect(countReaders()).toBe(0);
});

test('A thread that fails before it has read its modules is ended too', async () => {
  const { worker, thread } = run();
  thread.on('error', () => undefined);
  const ending = endWorker(worker);
  thread.emit('error', new Error('no such module'));
  thread.emit('exit', 1);
  await ending;
  expect(countReaders()).toBe(0);
});

test('A file is not begun by a thread whose sender left while it read its modules', async () => {
  const controller = new AbortController();
  const check = checkLeadFile('some file', { signal: controller.signal });
  const [thread] = threads;
  controller.abort(new Error('gone'));
  await settled();
  thread?.emit('message', { loaded: true });
  await settled();
  expect(thread?.terminate).toHaveBeenCalledTimes(1);
  thread?.emit('exit', 1);
  await expect(check).rejects.toThrow('gone');
  expect(thread?.postMessage).not.toHaveBeenCalled();
});

test('There are never more than six threads, however many cannot be ended', async () => {
  for (let count = 0; count < 6; count++) run();
  expect(() => runWorker({})).toThrow('Many files are being processed right now.');
  expect(threads).toHaveLength(6);
  threads[0]?.emit('exit', 0);
  await settled();
  run();
  expect(countReaders()).toBe(6);
});

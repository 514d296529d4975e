import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Threads that have read a file to its end and wait for the next. */
const waiting: Worker[] = [];
const isLoaded = new WeakSet<Worker>();

/**
 * Looks like a thread that reads one file, and is one that has read others before: nearly all of what
 * a small file costs is to start the thread. One that fails, or is ended at work, is not used again.
 */
export function borrowReader(file: string, { workerData, ...options }: WorkerOptions) {
  const thread = waiting.pop() ?? startReader(file, options);
  const reader = new EventEmitter();
  let state: 'before' | 'at work' | 'done' = 'before';
  const onMessage = (message: object) => {
    if ('result' in message) state = 'done';
    reader.emit('message', message);
  };
  const onError = (error: Error) => reader.emit('error', error);
  const onExit = (code: number) => reader.emit('exit', code);
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  thread.ref();
  if (isLoaded.has(thread)) setImmediate(() => reader.emit('message', { loaded: true }));

  async function terminate(): Promise<number> {
    if (state === 'at work' || !isLoaded.has(thread)) return thread.terminate();
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    thread.unref();
    waiting.push(thread);
    state = 'done';
    reader.emit('exit', 0);
    return 0;
  }
  return Object.assign(reader, {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    postMessage: () => {
      state = 'at work';
      thread.postMessage(workerData);
    },
    terminate,
  }) as unknown as Worker;
}

function startReader(file: string, options: WorkerOptions): Worker {
  const thread = new Worker(file, { ...options, execArgv: [] });
  thread.stdout.resume();
  thread.stderr.resume();
  once(thread, 'message').then(
    () => isLoaded.add(thread),
    () => undefined,
  );
  return thread;
}

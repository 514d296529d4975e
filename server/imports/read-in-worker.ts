import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ReadRequest, ReadResult } from './read-lead-file.ts';
import { refusalText } from './refusal.ts';

export type WorkerLimits = { memoryMegabytes: number; seconds: number };

/** CSV and XLSX need a fraction of it; a large XLS is in memory as a whole. */
export const workerLimits: WorkerLimits = { memoryMegabytes: 1024, seconds: 60 };

/** Told now and then how much of the file has been read, from 0 to 1. */
export type OnProgress = (part: number) => void;
type News = { progress: number } | { result: ReadResult };
type Refused = { outcome: 'refused'; message: string; cause?: Error };

export async function readInWorker(
  request: ReadRequest,
  limits: WorkerLimits,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined },
): Promise<ReadResult | Refused> {
  signal?.throwIfAborted();
  const worker = startWorker({
    workerData: request,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMegabytes,
      // Rows come and go: with more room they would only pile up before they are swept away.
      maxYoungGenerationSizeMb: 6,
    },
    stdout: true,
    stderr: true,
  });
  // SheetJS prints what it makes of odd formulas; a file must not be able to write to the log.
  worker.stdout.resume();
  worker.stderr.resume();
  const timeLimit = AbortSignal.timeout(limits.seconds * 1000);
  try {
    worker.on('message', (news: News) => 'progress' in news && onProgress?.(news.progress));
    return await resultOf(worker, timeLimit, signal);
  } finally {
    // Also waits: only then has the worker let go of its files.
    await worker.terminate();
  }
}

function resultOf(
  worker: Worker,
  timeLimit: AbortSignal,
  signal?: AbortSignal,
): Promise<ReadResult | Refused> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string, cause: Error) =>
      resolve({ outcome: 'refused', message, cause });
    const abort = () => reject(signal?.reason);
    worker.on('message', (news: News) => 'result' in news && resolve(news.result));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      // A full disk or a missing file is no fault of what was uploaded.
      if (error.syscall) reject(error);
      else refuse(refusalText.unreadable, error);
    });
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', abort);
      refuse(refusalText.unreadable, new Error(`The reader of lead files ended with ${code}`));
    });
    timeLimit.addEventListener('abort', () => refuse(refusalText.tooSlow, timeLimit.reason));
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Built, the worker lies beside the bundle; in development and in tests it is TypeScript. */
function startWorker(options: WorkerOptions): Worker {
  const built = new URL('./imports.worker.js', import.meta.url);
  if (existsSync(built)) return new Worker(built, { ...options, execArgv: [] });
  const source = new URL('./imports.worker.ts', import.meta.url).href;
  const tsx = import.meta.resolve('tsx/esm/api');
  // `--import tsx` does nothing in a worker of Node 20, so the worker registers it itself.
  const boot = `import { register } from '${tsx}'; register(); await import('${source}');`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), {
    ...options,
    execArgv: [],
  });
}

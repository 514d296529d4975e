import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { borrowReader } from './kept-reader.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Inside the tree, because the worker looks for its packages from where it lies. */
const bundled = (name: string) => join(root, '.cache', name);
const [bundledWorker, bundledReader] = [bundled('imports.worker.js'), bundled('kept-reader.js')];

/** As the build does it. */
export async function bundleWorker(): Promise<void> {
  // @ts-expect-error: a script, without types of its own.
  const build = await import('../scripts/build.mjs');
  await build.bundleWorker(bundledWorker);
  await build.bundleWorker(bundledReader, 'test/kept-reader.worker.ts');
}

let isEachNew = false;

/** For the tests of the thread itself: each file is read by a new one, as in the portal. */
export function readEachInNewThread(isWanted: boolean): void {
  isEachNew = isWanted;
}

/**
 * Stands in for server/imports/start-worker.ts: from TypeScript each start costs half a second, and
 * built a tenth of one, which is most of what the tests of imports would do.
 */
export function startWorker(options: WorkerOptions): Worker {
  if (!isEachNew) return borrowReader(bundledReader, options);
  return new Worker(bundledWorker, { ...options, execArgv: [] });
}

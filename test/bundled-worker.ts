import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Inside the tree, because the worker looks for its packages from where it lies. */
const bundledWorker = join(root, '.cache', 'imports.worker.js');

/** As the build does it. */
export async function bundleWorker(): Promise<void> {
  // @ts-expect-error: a script, without types of its own.
  const build = await import('../scripts/build.mjs');
  await build.bundleWorker(bundledWorker);
}

/** Stands in for server/imports/start-worker.ts: from TypeScript each start costs half a second. */
export function startWorker(options: WorkerOptions): Worker {
  return new Worker(bundledWorker, { ...options, execArgv: [] });
}

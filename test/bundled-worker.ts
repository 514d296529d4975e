import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Inside the tree, because the worker looks for its packages from where it lies. */
const bundledWorker = join(root, '.cache', 'imports.worker.js');

export async function bundleWorker(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['server/imports/imports.worker.ts'],
    outfile: bundledWorker,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}

/** Stands in for server/imports/start-worker.ts: from TypeScript each start costs half a second. */
export function startWorker(options: WorkerOptions): Worker {
  return new Worker(bundledWorker, { ...options, execArgv: [] });
}

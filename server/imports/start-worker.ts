import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Built, the worker lies beside the bundle; in development it is TypeScript. */
export function startWorker(options: WorkerOptions): Worker {
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

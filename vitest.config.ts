import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { bundledWorker } from './test/bundled-worker.ts';

/** The server starts the worker that the set-up bundled: from TypeScript each start costs half a second. */
const useBundledWorker: Plugin = {
  name: 'use-bundled-worker',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(join('server', 'imports', 'read-in-worker.ts'))) return undefined;
    const besideTheBundle = "'./imports.worker.js'";
    if (!code.includes(besideTheBundle)) throw new Error(`${id} looks for its worker elsewhere`);
    return code.replace(besideTheBundle, JSON.stringify(pathToFileURL(bundledWorker).href));
  },
};

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'units', include: ['{contract,web}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        plugins: [useBundledWorker],
        test: {
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const testFile = (name: string) => fileURLToPath(new URL(`test/${name}`, import.meta.url));

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // One more than the two cores of a small machine: many tests wait for a database to start.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: { name: 'units', include: ['{contract,web}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        resolve: {
          // The set-up bundles the worker once; from TypeScript each start of it costs half a second.
          alias: [{ find: /^\.\/start-worker\.ts$/, replacement: testFile('bundled-worker.ts') }],
        },
        test: {
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
    ],
  },
});

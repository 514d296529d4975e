import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { Failures } from './test/failures.ts';
import { LikeAfterLike } from './test/like-after-like.ts';

const testFile = (name: string) => fileURLToPath(new URL(`test/${name}`, import.meta.url));

// The set-up bundles the worker once; from TypeScript each start of it costs half a second.
const builtWorker = { find: /^\.\/start-worker\.ts$/, replacement: testFile('bundled-worker.ts') };
// A password costs 40 ms of a core to hash and as much to compare, and nearly every test signs in.
const quickPasswords = { find: '@node-rs/argon2', replacement: testFile('quick-argon2.ts') };

/** Each in one file instead of hundreds: loading them for every test file took longer than testing. */
const browserPackages = [
  '@mantine/core',
  '@mantine/dropzone',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@testing-library/react',
  '@testing-library/user-event',
  'react',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  'zod',
];

/** What is made and forgotten at once is looked through less often: a tenth of the tests' work was that. */
const roomForNew = ['--max-semi-space-size=64'];

/** Other workers keep the cores busy: helping threads only make collecting garbage a twentieth dearer. */
const oneCollector = '--single-threaded-gc';

/** Newer versions of Node bring a `localStorage` of their own, which hides that of the tests' browser. */
const ownStorage = ['--webstorage', '--experimental-webstorage'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** What follows a link or saves a file would lead the page away from the tests that come after. */
const stayingPage = {
  happyDOM: {
    settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
  },
};

const units = {
  name: 'units',
  isolate: false,
  environmentOptions: stayingPage,
  include: ['{contract,web}/**/*.test.{ts,tsx}'],
  setupFiles: ['test/own-modules.ts', 'test/browser.ts'],
  execArgv: [
    ...roomForNew,
    oneCollector,
    ...(ownStorage ? [ownStorage.replace('--', '--no-')] : []),
  ],
  deps: { optimizer: { client: { enabled: true, include: browserPackages } } },
};

export default defineConfig({
  test: {
    reporters: ['default', new Failures()],
    sequence: { sequencer: LikeAfterLike },
    execArgv: roomForNew,
    // Only what hangs is ended: a machine that is shared may take ten times as long as another.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for may take its time on a busy machine; one second is too little there.
    expect: { poll: { timeout: 20_000 } },
    // One more than the two cores of a small machine: many tests wait for a database to start.
    maxWorkers: 3,
    projects: [
      { extends: true, test: units },
      {
        extends: true,
        resolve: { alias: [builtWorker, quickPasswords] },
        test: {
          name: 'server',
          include: ['{server,test,hubspot-emulator}/**/*.test.{ts,mjs}'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/own-modules.ts'],
          // Loading Fastify, zod and the rest anew for every file takes a third of the whole time.
          isolate: false,
        },
      },
    ],
  },
});

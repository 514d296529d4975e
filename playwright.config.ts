import { defineConfig } from '@playwright/test';
import { asOpened } from './e2e/as-opened.ts';

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  // What is drawn without one needs no process of its own, which every picture would be sent to.
  '--in-process-gpu',
  // What the tests of a worker open shares a process, which compiles the web app once.
  '--process-per-site',
  // What is made and forgotten at once is looked through less often.
  '--js-flags=--min-semi-space-size=32 --max-semi-space-size=64',
  '--no-first-run',
];
// Chromium refuses its sandbox to root, as whom containers run their tests.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Tests in a portal of their own. */
const ownPortals = '**/{crm,spacing,tables}.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the two cores of a small machine: half of the time each waits for its page.
  workers: 3,
  // Only what hangs is ended: a machine that is shared may take ten times as long as another.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // In this order: those that wait longest begin first. One worker after the other has them, since
  // each would start the demo anew.
  projects: [
    { name: 'own portal', testMatch: ownPortals, workers: 1 },
    { name: 'shared portal', testIgnore: ownPortals },
  ],
  use: {
    ...asOpened,
    screenshot: 'only-on-failure',
    // Recording every test costs a sixth of the time: `--trace=on` asks for it where it is needed.
    trace: 'off',
    launchOptions: {
      args: [...flags, ...asRoot],
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    },
  },
});

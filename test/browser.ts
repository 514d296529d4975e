import { afterEach, beforeEach, vi } from 'vitest';

// Test files share their modules and their page with those that ran before in the same worker, so
// that each test leaves both as it found them. A worker without a page loads no part of it.
const leavePage =
  'document' in globalThis ? (await import('./render.tsx')).leavePage : () => undefined;

// Also before: what the last file asked for may have been answered, and told, after its end.
beforeEach(leavePage);
afterEach(() => {
  leavePage();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

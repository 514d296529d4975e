import { expect, vi } from 'vitest';

declare global {
  /** Whether the file before in this worker has left modules that others must not take. */
  var leftByApart: boolean | undefined;
}

// A test file that puts something else in the place of a module shares none with the others: what it
// takes is loaded anew, and so is what the file after it takes.
const isApart = /\.apart\.test\.tsx?$/.test(expect.getState().testPath ?? '');
if (isApart || globalThis.leftByApart) vi.resetModules();
globalThis.leftByApart = isApart;

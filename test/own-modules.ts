import { expect, vi } from 'vitest';

// A test file that puts something else in the place of a module shares none with the others: what it
// takes is loaded anew, and so is what the file after it takes.
const isApart = /\.apart\.test\.tsx?$/.test(expect.getState().testPath ?? '');
const worker: { leftByApart?: boolean } = globalThis;
if (isApart || worker.leftByApart) vi.resetModules();
worker.leftByApart = isApart;

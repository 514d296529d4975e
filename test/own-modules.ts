import { expect, vi } from 'vitest';
import { isApart } from './apart.ts';

// What such a test file takes is loaded anew. What it leaves in its worker meets no file of another
// kind: `LikeAfterLike` puts none after it.
if (isApart(expect.getState().testPath ?? '')) vi.resetModules();

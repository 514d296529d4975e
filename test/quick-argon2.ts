import { createRequire } from 'node:module';
import { vi } from 'vitest';

type Argon2 = typeof import('@node-rs/argon2');

// Not by import: the tests find this file under the name of the package.
const real: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

/** Stands in for @node-rs/argon2: the same hash with the least work, for the tests that only sign in. */
export const hash: Argon2['hash'] = (password) =>
  real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Does the work that the hash asks for, and can be asked how often it did. */
export const verify = vi.fn<Argon2['verify']>(real.verify);

import { hash, verify } from '@node-rs/argon2';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

const ends: (() => void)[] = [];
const held = () => new Promise<void>((resolve) => ends.push(resolve));
const endAll = () => {
  for (const end of ends.splice(0)) end();
};

// Hashing that goes on until the test ends it.
vi.mock('@node-rs/argon2', () => ({
  hash: vi.fn(() => held().then(() => 'hash')),
  verify: vi.fn(() => held().then(() => true)),
}));

let decoyCost: unknown;

beforeEach(async () => {
  await finish([passwordMatches(null, 'makes the decoy')]);
  decoyCost ??= vi.mocked(hash).mock.calls[0]?.[1];
  vi.clearAllMocks();
});

/** Ends what runs, and what then runs, until nothing does. */
async function finish(work: Promise<unknown>[]) {
  const done = Promise.allSettled(work);
  let finished = false;
  void done.then(() => {
    finished = true;
  });
  while (!finished) {
    endAll();
    await Promise.resolve();
  }
  return done;
}

const hashing = () => vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length;

test('A new password, and the one that unknown emails are compared with, cost 19 MiB and two rounds', async () => {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  expect(decoyCost).toEqual(cost);
  await finish([hashPassword('new')]);
  expect(vi.mocked(hash)).toHaveBeenCalledExactlyOnceWith('new', cost);
});

test('Two passwords are hashed at once, new ones and compared ones together', async () => {
  const work = [
    hashPassword('one'),
    passwordMatches('hash', 'two'),
    passwordMatches('hash', 'three'),
  ];
  await vi.waitFor(() => expect(hashing()).toBeGreaterThan(1));
  expect(hashing()).toBe(2);
  await finish(work);
});

test('An unknown email waits in the same line as everybody else', async () => {
  const work = [hashPassword('one'), hashPassword('two'), passwordMatches(null, 'three')];
  await vi.waitFor(() => expect(hashing()).toBeGreaterThan(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hashing()).toBe(2);
  expect(vi.mocked(verify)).not.toHaveBeenCalled();
  await finish(work);
  expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
});

test('Past 40 that wait, the next is told to come back, and is not hashed', async () => {
  const work = Array.from({ length: 42 }, () => hashPassword('waits'));
  const refused = await hashPassword('one too many').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: 'unavailable',
    message: 'The portal is busy right now. Please try again in a moment.',
    headers: { 'retry-after': 5 },
  });
  const outcomes = await finish(work);
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(hashing()).toBe(42);
});

import { expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { log } from './embedded/testing.ts';
import { watchReplica } from './replica-watch.ts';

test('A replica that is put in the place of another has no more than it says itself', async () => {
  let replayed = 100;
  const replica = { ping: async () => ({ rows: [{ replayed }] }) } as unknown as Database;
  const watch = watchReplica(replica, log, 1);
  await expect.poll(() => watch.has(90)).toBe(true);
  replayed = 10;
  await expect.poll(() => watch.has(90)).toBe(false);
  await watch.end();
});

test('A replica that has never answered is told of once, and again after it was there', async () => {
  let answers = false;
  const ping = vi.fn(async () => {
    if (!answers) throw new Error('refused');
    return { rows: [{ replayed: 1 }] };
  });
  const said = { info: vi.fn(), warn: vi.fn() };
  const watch = watchReplica({ ping } as unknown as Database, said, 1);
  await expect.poll(() => ping.mock.calls.length).toBeGreaterThan(3);
  expect(said.warn).toHaveBeenCalledTimes(1);
  expect(said.warn.mock.calls[0]?.[1]).toContain('DATABASE_REPLICA_URL does not answer');
  answers = true;
  await expect.poll(() => said.info.mock.calls.length).toBe(1);
  answers = false;
  await expect.poll(() => said.warn.mock.calls.length).toBe(2);
  await watch.end();
});

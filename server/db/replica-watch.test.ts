import { expect, test } from 'vitest';
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

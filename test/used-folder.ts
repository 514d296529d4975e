import { readdir } from 'node:fs/promises';
import { inject } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { run } from '#server/db/embedded/run.ts';
import { freshFolder, log, settings } from '#server/db/embedded/testing.ts';
import { connectToServer } from './database.ts';

/** By one test file, while the others wait for it. */
async function makeOriginal(original: string): Promise<void> {
  const client = await connectToServer();
  try {
    await client.query('select pg_advisory_lock($1)', [makingLock]);
    if ((await readdir(original)).length > 0) return;
    await (await startEmbedded({ dataDir: original, log, settings })).stop();
  } finally {
    await client.end();
  }
}
const makingLock = 4_211;

/** A folder in which a portal has run before: copied, since making a cluster takes seconds. */
export async function usedFolder(): Promise<string> {
  const original = inject('usedFolder');
  await makeOriginal(original);
  const folder = await freshFolder();
  // With the owners of its files, which `fs.cp` does not keep.
  await run('cp', ['-a', `${original}/.`, folder], {});
  return folder;
}

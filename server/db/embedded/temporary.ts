import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pidExists } from './run.ts';

const ABANDONED_AFTER_MS = 60 * 60 * 1000;
const inUse = new Set<string>();

/**
 * Builds a folder beside `target` under a name that tells who builds it; `build` renames it when
 * it is whole, so that a kill in the middle never leaves half of it under the real name.
 */
export async function withTemporary<T>(
  target: string,
  build: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = `${target}.new-${process.pid}-${randomBytes(6).toString('hex')}`;
  inUse.add(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await build(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    inUse.delete(folder);
  }
}

/** Removes what builders that are dead by now have left behind. */
export async function removeLeftovers(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`;
  const names = await readdir(dirname(target));
  for (const name of names.filter((entry) => entry.startsWith(prefix))) {
    const folder = join(dirname(target), name);
    if (await isBeingBuilt(folder, Number(name.slice(prefix.length).split('-')[0]))) continue;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

async function isBeingBuilt(folder: string, pid: number): Promise<boolean> {
  // In a container every run of the portal has the same pid: its own leftovers have to go too.
  if (pid === process.pid) return inUse.has(folder);
  if (!pidExists(pid)) return false;
  const age = await stat(folder).then(
    (entry) => Date.now() - entry.mtimeMs,
    () => 0,
  );
  return age < ABANDONED_AFTER_MS;
}

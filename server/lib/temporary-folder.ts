import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const kinds = ['upload', 'export'] as const;
const prefixOf = (kind: (typeof kinds)[number]) => `portal-${kind}-`;
const ourName = new RegExp(`^(?:${kinds.map(prefixOf).join('|')})(\\d+)-`);

/** A folder of its own for files that are somebody's data; it is gone once the work is over. */
export async function withTemporaryFolder<T>(
  kind: (typeof kinds)[number],
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${prefixOf(kind)}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** At start: what a portal that was killed has left behind is somebody's data. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = ourName.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  // In a container every run has the same pid, and this run has received nothing yet.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

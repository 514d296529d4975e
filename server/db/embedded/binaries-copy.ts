import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './run.ts';
import { removeLeftovers, withTemporary } from './temporary.ts';

/** A whole copy of `source` at `cache/name`, made at most once; returns its path. */
export async function copyOnce(
  source: string,
  cache: string,
  name: string,
  finish: (copy: string) => Promise<void>,
): Promise<string> {
  const target = join(cache, name);
  const created = await mkdir(cache, { recursive: true });
  // The umask may have been stricter than the account can live with.
  if (created !== undefined) await chmod(cache, 0o755);
  if (!(await isTrusted(cache))) throw new Error(`${cache} can be written by others`);
  if (await isWhole(source, target)) return target;

  await removeLeftovers(target);
  await withTemporary(target, async (folder) => {
    const copy = join(folder, 'copy');
    await copyTree(source, copy);
    await finish(copy);
    await putInPlace(source, copy, target, join(folder, 'replaced'));
  });
  return target;
}

/** Programs are run from there: whoever can write there could run theirs. */
async function isTrusted(folder: string): Promise<boolean> {
  const entry = await lstat(folder);
  return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
}

/** Cleaners of temporary folders remove single files, so that existing is not enough. */
async function isWhole(source: string, copy: string): Promise<boolean> {
  const trusted = await isTrusted(copy).catch(() => false);
  if (!trusted) return false;
  const entries = await readdir(source, { recursive: true });
  const same = await Promise.all(
    entries.map(async (entry) => {
      const [original, copied] = await Promise.all([
        lstat(join(source, entry)),
        lstat(join(copy, entry)).catch(() => undefined),
      ]);
      return copied !== undefined && (original.isDirectory() || original.size === copied.size);
    }),
  );
  return same.every(Boolean);
}

async function putInPlace(source: string, copy: string, target: string, replaced: string) {
  try {
    await rename(copy, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
    if (await isWhole(source, target)) return;
    await rename(target, replaced);
    await rename(copy, target);
    await rm(replaced, { recursive: true, force: true });
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      const { mode } = await lstat(source);
      await chmod(target, mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

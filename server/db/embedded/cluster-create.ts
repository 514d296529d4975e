import { randomBytes } from 'node:crypto';
import { chown, type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '#server/lib/operator-error.ts';
import { type Account, placeIn } from './account.ts';
import type { Binaries } from './binaries.ts';
import { errorCode, lastLines, run } from './run.ts';
import { withTemporary } from './temporary.ts';

export const SUPERUSER = 'portal';

type Plan = { folder: string; account: Account; binaries: Binaries; sync: boolean };

/** Of several that do this at once the first to finish wins, and the others use its cluster. */
export async function createCluster(plan: Plan): Promise<void> {
  await withTemporary(plan.folder, async (folder) => {
    await fill(folder, plan);
    try {
      await rename(folder, plan.folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    }
  });
  if (plan.sync) await syncFolder(dirname(plan.folder));
}

async function fill(folder: string, plan: Plan): Promise<void> {
  const data = join(folder, 'cluster');
  await mkdir(data, { mode: 0o700 });
  const password = await open(join(folder, 'password'), 'wx+', 0o600);
  try {
    await password.writeFile(`${randomBytes(32).toString('hex')}\n`);
    if (plan.account) {
      await chown(data, plan.account.uid, plan.account.gid);
      await password.chown(plan.account.uid, plan.account.gid);
    }
    await initdb(data, join(folder, 'password'), password, plan);
    if (plan.account) await password.chown(0, 0);
    if (plan.sync) await password.sync();
  } finally {
    await password.close();
  }
  if (plan.sync) await syncFolder(folder);
}

/**
 * What counts as a letter, without which the index for substring searches knows only English ones.
 * Systems name the locale differently; C, which they all have, finds the same, more slowly.
 */
const letterLocales = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'C'];

async function initdb(data: string, path: string, password: FileHandle, plan: Plan): Promise<void> {
  const place = placeIn(data, plan.account);
  // The account may be unable to walk to the password file, but it can reopen an inherited one.
  const pwfile = plan.account && process.platform === 'linux' ? '/proc/self/fd/3' : path;
  const args = [
    ...['-D', place.path, `--username=${SUPERUSER}`, `--pwfile=${pwfile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--data-checksums'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(plan.sync ? [] : ['--no-sync']),
  ];
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, password.fd];
  let said = '';
  for (const letters of letterLocales) {
    const withLetters = [...args, `--lc-ctype=${letters}`];
    const result = await run(plan.binaries.initdb, withLetters, { ...place.options, stdio });
    if (result.ok) return;
    said = result.output;
    if (!/invalid locale name/.test(said)) break;
  }
  throw new OperatorError(
    `The embedded database could not be created in ${plan.folder}: ${lastLines(said)}`,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

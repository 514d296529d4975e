import type { SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { OperatorError } from '#server/lib/operator-error.ts';

/** Whom PostgreSQL runs as when the portal runs as root; undefined: as the portal itself. */
export type Account = { uid: number; gid: number } | undefined;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** initdb insists on a passwd entry, so that any unused uid would not do. */
export async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  const entries = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = entries.find((entry) => entry.startsWith(`${name}:`))?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0) return { uid, gid };
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and there is no account postgres or nobody to run it as. Run the portal as another user, or set DATABASE_URL.',
  );
}

/**
 * How a process of `account` reaches `folder`. The account may be unable to enter the folder's
 * parents, so on Linux the process is started inside it (the working directory is set before the
 * privileges are dropped) and names it through a link that does not walk the parents.
 */
export function placeIn(folder: string, account: Account): { path: string; options: SpawnOptions } {
  const path = account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
  return { path, options: { cwd: folder, env: cleanEnvironment(), ...account } };
}

/** Neither the portal's secrets nor PG* variables, which would change what PostgreSQL does. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    LC_ALL: 'C',
    ...(PATH !== undefined && { PATH }),
    ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),
  };
}

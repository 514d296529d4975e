import { access, constants, lchown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OperatorError } from '#server/lib/operator-error.ts';
import { type Account, isRoot, unprivilegedAccount } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { createCluster } from './cluster-create.ts';
import { errorCode, reasonOf, run } from './run.ts';
import { removeLeftovers } from './temporary.ts';

/** A database folder that is ready to be served. */
export type Cluster = {
  dataDir: string;
  /** DATA_DIR/postgres: the password and the log, which PostgreSQL's own account may not read. */
  folder: string;
  /** DATA_DIR/postgres/cluster: what PostgreSQL calls its data directory. */
  data: string;
  password: string;
  account: Account;
  binaries: Binaries;
};

/** Opens the cluster in DATA_DIR, or makes one if there is none. */
export async function openCluster(
  dataDir: string,
  settings: Record<string, string>,
): Promise<Cluster> {
  const root = resolve(dataDir);
  await prepareDataDir(root);
  const folder = join(root, 'postgres');
  await removeLeftovers(folder);
  const data = join(folder, 'cluster');
  const exists = await hasCluster(data, folder);
  const account = await accountFor(exists ? data : undefined);
  const binaries = await prepareBinaries(account, root);
  if (!exists) await createCluster({ folder, account, binaries, sync: settings.fsync !== 'off' });
  await checkVersion(data, binaries);
  await checkReachable(data, account);
  return { dataDir: root, folder, data, account, binaries, password: await readPassword(folder) };
}

/** Refuses a folder in which no portal has ever run: opening it would make a database there. */
export async function requireCluster(dataDir: string): Promise<void> {
  const version = join(resolve(dataDir), 'postgres', 'cluster', 'PG_VERSION');
  await access(version).catch(() => {
    throw new OperatorError(`DATA_DIR is ${dataDir}, in which there is no database of a portal.`);
  });
}

async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR is ${dataDir}, which cannot be used: ${reasonOf(error)}. It takes a folder that can be written to.`,
    );
  }
}

async function hasCluster(data: string, folder: string): Promise<boolean> {
  try {
    // It appears whole or not at all; an empty folder may be a volume's mount point.
    if ((await readdir(folder)).length === 0) return false;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
  }
  try {
    await access(join(data, 'PG_VERSION'), constants.R_OK);
    return true;
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR holds a folder ${folder} in which no database can be read: ${reasonOf(error)}.`,
    );
  }
}

/** An existing cluster decides: PostgreSQL serves only a folder that belongs to its account. */
async function accountFor(existing: string | undefined): Promise<Account> {
  if (!isRoot()) return undefined;
  const owner = existing === undefined ? undefined : await stat(existing);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = await unprivilegedAccount();
  // A backup restored by root belongs to root.
  if (existing !== undefined) await giveTree(existing, account);
  return account;
}

async function giveTree(folder: string, to: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), to.uid, to.gid);
  }
  await lchown(folder, to.uid, to.gid);
}

async function checkVersion(data: string, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (version === binaries.major) return;
  throw new OperatorError(
    `The database in ${data} was written by PostgreSQL ${version}, and this portal brings PostgreSQL ${binaries.major}: upgrade it with pg_upgrade, or set DATA_DIR to another folder.`,
  );
}

async function checkReachable(data: string, account: Account): Promise<void> {
  if (!account || process.platform === 'linux') return;
  const { ok } = await run('/bin/test', ['-x', data], { cwd: '/', ...account });
  if (ok) return;
  throw new OperatorError(
    `PostgreSQL refuses to run as root, and the account it would run as cannot enter ${data}. Run the portal as another user, or set DATA_DIR to a folder that everyone can enter.`,
  );
}

async function readPassword(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, 'password'), 'utf8')).trim();
  } catch (error) {
    throw new OperatorError(
      `The password of the embedded database cannot be read: ${reasonOf(error)}.`,
    );
  }
}

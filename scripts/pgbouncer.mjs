// Sees to it that the tests find a PgBouncer, where the package manager may be asked for one. Without
// it the tests that need one are left out, and say so.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function isInstalled() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, 'pgbouncer')));
}

const packageManager = '/usr/bin/apt-get';

function askPackageManager(...args) {
  // The package would start a service of its own, which nobody asked for.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  return spawnSync(packageManager, args, { env, stdio }).status === 0;
}

export function installPgBouncer() {
  if (isInstalled()) return;
  if (process.getuid?.() === 0 && existsSync(packageManager)) {
    console.log('Installing PgBouncer for the tests (once)…');
    const isUpdated = askPackageManager('update', '-qq');
    if (isUpdated && askPackageManager('install', '-y', '-qq', 'pgbouncer')) return;
  }
  console.log('PgBouncer is not installed: the tests behind it are left out.');
}

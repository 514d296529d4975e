// Asks Debian's package manager for programs that the tests need, where it may be asked: as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packageManager = '/usr/bin/apt-get';
// A package that brings a service would start it, which nobody asked for.
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

/** Where a command of one of these names is installed, the first name first. */
export function findCommand(names, moreFolders = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...moreFolders];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function ask(...args) {
  const stdio = ['ignore', 'ignore', 'inherit'];
  return spawnSync(packageManager, args, { env, stdio }).status === 0;
}

let isUpToDate = false;

/** Whether one of these packages could be installed: the first that there is. */
export function installFromPackages(program, packages) {
  if (process.getuid?.() !== 0 || !existsSync(packageManager)) return false;
  console.log(`Installing ${program} for the tests (once)…`);
  isUpToDate ||= ask('update', '-qq');
  // Without what a desktop would like beside a browser: a hundred packages, and half a minute.
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  return isUpToDate && packages.some((name) => ask(...install, name));
}

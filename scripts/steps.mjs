// What start, test, build and dev share. Plain JavaScript: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';

/** Ends the script with one line, for a fault that the person at the keyboard can mend. */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 11)) {
    giveUp(`Node ${process.versions.node} is too old: the portal needs Node 20.11 or later.`);
  }
}

const shown = { cwd: root, stdio: 'inherit', shell: windows };

/** Whether it ran to its end without a failure; who ends it ends the script, as does a missing program. */
function isDone(command, args) {
  const { status, signal, error } = spawnSync(command, args, shown);
  if (error) giveUp(`${command} could not be run: ${error.message}`);
  if (signal) process.exit(1);
  return status === 0;
}

/** Runs a command to its end with its output shown; a failure ends the script with its code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { ...shown, ...options });
  if (result.error) giveUp(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Starts a command that goes on until the script ends. */
export function launch(command, args, options = {}) {
  return spawn(command, args, { cwd: root, stdio: 'inherit', shell: windows, ...options });
}

/** The path of a program that an installed package brings. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

export function fingerprint(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Whether the work that leaves this mark has been done. */
export function isStamped(file, mark) {
  return existsSync(file) && readFileSync(file, 'utf8') === mark;
}

/** Installs exactly what the lock file says, if that has not been done. */
export function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const mark = fingerprint([lock, process.platform, process.arch, process.versions.modules]);
  const stamp = join(root, 'node_modules', '.installed');
  if (isStamped(stamp, mark)) return;
  console.log('Installing packages (once)…');
  // NODE_ENV=production would leave out what builds and tests the portal.
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // What npm was told about a package before is not asked for again: a fifth of its work.
  if (!isDone('npm', [...install, '--prefer-offline'])) {
    console.log('That failed. Once more, with everything asked for anew…');
    run('npm', install);
  }
  writeFileSync(stamp, mark);
}

/** npm does not pass a SIGTERM on to what it runs: where npm is gone, this process stops too. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

// Finds a Chromium for the browser tests: an installed one first, then the package manager's, then
// the test tool's own download.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, giveUp, root } from './steps.mjs';

// The headless shell first: the same engine without the windows, in two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const packages = ['chromium-headless-shell', 'chromium'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM, ...candidates, ...fixedPlaces].find(
    (path) => path && existsSync(path),
  );
}

function quietly(command, args) {
  return (
    spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  );
}

function installFromPackages() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the browser tests (once)…');
  if (!quietly('apt-get', ['update', '-qq'])) return;
  packages.some((name) => quietly('apt-get', ['install', '-y', '-qq', name]));
}

/** The path of a browser, or undefined where the test tool has downloaded its own. */
export function findBrowser() {
  const found = installed();
  if (found) return found;
  installFromPackages();
  const afterwards = installed();
  if (afterwards) return afterwards;
  console.log("Downloading the test tool's Chromium (once)…");
  if (!quietly(bin('playwright'), ['install', 'chromium'])) {
    giveUp('No browser for the tests: install Chromium or Chrome, or set CHROMIUM to its path.');
  }
  return undefined;
}

// Finds a Chromium for the browser tests: an installed one first, then the package manager's, then
// the test tool's own download.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findCommand, installFromPackages } from './package-manager.mjs';
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
  const places = [process.env.CHROMIUM, findCommand(names), ...fixedPlaces];
  return places.find((path) => path && existsSync(path));
}

/** Needs none of our packages: it can be done while they are installed. */
export function installBrowser() {
  if (!installed()) installFromPackages('Chromium', packages);
}

function download() {
  console.log("Downloading the test tool's Chromium (once)…");
  const stdio = ['ignore', 'ignore', 'inherit'];
  return spawnSync(bin('playwright'), ['install', 'chromium'], { cwd: root, stdio }).status === 0;
}

/** The path of a browser, or undefined where the test tool has downloaded its own. */
export function findBrowser() {
  installBrowser();
  const found = installed();
  if (!found && !download()) {
    giveUp('No browser for the tests: install Chromium or Chrome, or set CHROMIUM to its path.');
  }
  return found;
}

// npm test: everything that has to hold before a change lands.
// npm test -- server/leads: the tests of one place; npm test -- e2e/login: those of one screen.
// What follows the places goes to the tool that runs them: npm test -- e2e/login --trace=on.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, giveUp, installPackages, launch } from './steps.mjs';

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const places = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(places.length);
const inBrowser = places.filter((place) => place.startsWith('e2e'));
const inNode = places.filter((place) => !place.startsWith('e2e'));
const everything = places.length === 0;
if (everything && options.length > 0) giveUp('Usage: npm test -- [place…] [option of its tool…]');
// The tests of a noun run from its sources; the browser and test/ look at the built portal.
const runsFromSources = /^(contract|server|web|hubspot-emulator)\b/;
const needsBuild = everything || places.some((place) => !runsFromSources.test(place));

const took = [];
async function stage(name, work) {
  const began = performance.now();
  const outcome = await work();
  took.push(`${name} ${inMinutes(performance.now() - began)}`);
  return outcome;
}

function inMinutes(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Tests call this machine alone. Certificates for calls of others, where some are set, would be read
 * at the start of each of the hundreds of processes, which takes as long as the start itself.
 */
function testEnvironment() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return env;
}

/** The end of a program, whose output is shown as it comes. */
function outcomeOf(name, command, args, env) {
  const child = launch(command, args, { env });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ name, code: status ?? 1 }));
    child.once('error', ({ message }) => {
      console.error(`${command} could not be run: ${message}`);
      resolve({ name, code: 1 });
    });
  });
}

/** What has failed is named at the end, where it is seen, and ends this run. */
function endIfFailed(...outcomes) {
  const failed = outcomes.filter(({ code }) => code !== 0);
  for (const { name, failures = '' } of failed) console.error(`\nFailed: ${name}.\n${failures}`);
  if (failed.length > 0) process.exit(failed[0].code);
}

/** What else the tests need, while npm and the build work: most of it is waiting for one or the other. */
function installPrograms() {
  const wanted = [
    everything && 'pgbouncer',
    (everything || inBrowser.length > 0) && 'browser',
    (everything || inNode.some((place) => place.startsWith('hubspot'))) && 'hubspot-client',
  ].filter(Boolean);
  if (wanted.length === 0) return { code: 0 };
  return outcomeOf('programs', process.execPath, ['scripts/programs.mjs', ...wanted], process.env);
}

const check = () => outcomeOf('checks', 'npm', ['run', '--silent', 'check'], testEnvironment());

async function testInNode() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'));
  const FAILURES = join(folder, 'failures.txt');
  // The build leaves NODE_ENV=production behind, with which React cannot be tested.
  const env = { ...testEnvironment(), NODE_ENV: 'test', FAILURES };
  const args = ['run', ...inNode, ...options];
  const outcome = await outcomeOf('unit and server tests', bin('vitest'), args, env);
  const failures = existsSync(FAILURES) ? readFileSync(FAILURES, 'utf8') : 'They broke off.';
  rmSync(folder, { recursive: true });
  return { ...outcome, failures };
}

function testInBrowser() {
  const browser = findBrowser();
  const env = { ...testEnvironment(), ...(browser ? { CHROMIUM: browser } : {}) };
  return outcomeOf('browser tests', bin('playwright'), ['test', ...inBrowser, ...options], env);
}

/**
 * One kind of tests after the other, each of which keeps two cores busy: at the same time they took
 * an eighth more of the processor, as each drove the other's work out of its caches.
 */
async function checkAndTest() {
  const checked = check();
  await stage('build', buildIfStale);
  await stage('programs', () => programs);
  const tested = await stage('unit and server tests', testInNode);
  const seen = await stage('browser tests', testInBrowser);
  endIfFailed(await checked, tested, seen);
}

/** What tests leave in databases and files is thrown away at once: it need not go to a disk. */
function writeToMemory() {
  const place = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(place)) return;
  const { bavail, bsize } = statfsSync(place);
  if (Math.min(bavail * bsize, freemem()) > roomInMemory) process.env.TMPDIR = place;
}
/** Several times what all of them have there at once. */
const roomInMemory = 4 * 2 ** 30;

// Also of a run that fails.
process.on('exit', () => {
  if (took.length > 0) console.log(`\nTook, in minutes: ${took.join(', ')}.`);
});

checkNode();
writeToMemory();
const programs = installPrograms();
await stage('packages', installPackages);
if (everything) {
  await checkAndTest();
} else {
  if (needsBuild) await stage('build', buildIfStale);
  await programs;
  if (inNode.length > 0) endIfFailed(await stage('unit and server tests', testInNode));
  if (inBrowser.length > 0) endIfFailed(await stage('browser tests', testInBrowser));
}

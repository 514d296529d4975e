// npm test: everything that has to hold before a change lands.
// npm test -- server/leads: the tests of one place; npm test -- e2e/login: those of one screen.
// What follows the places goes to the tool that runs them: npm test -- e2e/login --trace=on.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { installPgBouncer } from './pgbouncer.mjs';
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
  await work();
  took.push(`${name} ${inMinutes(performance.now() - began)}`);
}

function inMinutes(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The end of a program; `quietly` keeps what it says until then, so that two never mix. */
async function outcomeOf(command, args, { env = process.env, quietly = false } = {}) {
  const child = launch(command, args, { env, ...(quietly && { stdio: 'pipe' }) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => {
    child.once('close', (status) => resolve(status ?? 1));
    child.once('error', ({ message }) => {
      output += `${command} could not be run: ${message}\n`;
      resolve(1);
    });
  });
  return { code, output };
}

/** All of them to their end; then what was kept, and the end of this run if one has failed. */
async function succeed(...works) {
  const outcomes = await Promise.all(works);
  for (const { output } of outcomes) process.stdout.write(output);
  const failed = outcomes.filter(({ code }) => code !== 0);
  for (const { name, failures = '' } of failed) console.error(`\nFailed: ${name}.\n${failures}`);
  if (failed.length > 0) process.exit(failed[0].code);
}

async function check() {
  return { name: 'checks', ...(await outcomeOf('npm', ['run', '--silent', 'check'])) };
}

async function testInNode() {
  if (everything) installPgBouncer();
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'));
  const FAILURES = join(folder, 'failures.txt');
  // The build leaves NODE_ENV=production behind, with which React cannot be tested.
  const env = { ...process.env, NODE_ENV: 'test', FAILURES };
  const outcome = await outcomeOf(bin('vitest'), ['run', ...inNode, ...options], { env });
  const failures = existsSync(FAILURES) ? readFileSync(FAILURES, 'utf8') : 'They broke off.';
  rmSync(folder, { recursive: true });
  return { name: 'unit and server tests', ...outcome, failures };
}

async function testInBrowser({ quietly = false } = {}) {
  const browser = findBrowser();
  const env = { ...process.env, ...(browser && { CHROMIUM: browser }) };
  const args = ['test', ...inBrowser, ...options];
  return { name: 'browser tests', ...(await outcomeOf(bin('playwright'), args, { env, quietly })) };
}

/**
 * The slowest of the checks keeps one core busy, and tests of either kind wait now and then: all at
 * the same time they leave no core idle. Only the build has to come first.
 */
async function checkAndTest() {
  const checked = check();
  await stage('build', buildIfStale);
  console.log('Browser tests run beside the others, and tell their results at the end.');
  await succeed(checked, testInNode(), testInBrowser({ quietly: true }));
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

checkNode();
writeToMemory();
await stage('packages', installPackages);
if (everything) {
  await stage('build, checks and tests', checkAndTest);
} else {
  if (needsBuild) await stage('build', buildIfStale);
  if (inNode.length > 0) await stage('unit and server tests', () => succeed(testInNode()));
  if (inBrowser.length > 0) await stage('browser tests', () => succeed(testInBrowser()));
}
console.log(`\nTook, in minutes: ${took.join(', ')}.`);

// npm test: everything that has to hold before a change lands.
// npm test -- server/leads: the tests of one place; npm test -- e2e/login: those of one screen.
// What follows the places goes to the tool that runs them: npm test -- e2e/login --trace=on.
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, giveUp, installPackages, launch, run } from './steps.mjs';

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

/** Beside the build: the slowest of the checks keeps one core busy, and the build the other. */
async function check() {
  const child = launch('npm', ['run', '--silent', 'check']);
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(1));
  });
  if (code !== 0) process.exit(code ?? 1);
}

function testInNode() {
  // The build leaves NODE_ENV=production behind, with which React cannot be tested.
  const env = { ...process.env, NODE_ENV: 'test' };
  run(bin('vitest'), ['run', ...inNode, ...options], { env });
}

function testInBrowser() {
  const browser = findBrowser();
  const env = { ...process.env, ...(browser && { CHROMIUM: browser }) };
  run(bin('playwright'), ['test', ...inBrowser, ...options], { env });
}

checkNode();
await stage('packages', installPackages);
if (everything) await stage('checks and build', () => Promise.all([check(), buildIfStale()]));
else if (needsBuild) await stage('build', buildIfStale);
if (everything || inNode.length > 0) await stage('unit and server tests', testInNode);
if (everything || inBrowser.length > 0) await stage('browser tests', testInBrowser);
console.log(`\nTook, in minutes: ${took.join(', ')}.`);

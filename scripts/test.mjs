// npm test: everything that has to hold before a change lands.
// npm test -- server/leads: the tests of one place; npm test -- e2e/login: those of one screen.
// What follows the places goes to the tool that runs them: npm test -- e2e/login --trace=on.
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, giveUp, installPackages, run } from './steps.mjs';

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const places = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(places.length);
const inBrowser = places.filter((place) => place.startsWith('e2e'));
const inNode = places.filter((place) => !place.startsWith('e2e'));
const everything = places.length === 0;
if (everything && options.length > 0) giveUp('Usage: npm test -- [place…] [option of its tool…]');

checkNode();
installPackages();
if (everything) run('npm', ['run', '--silent', 'check']);
// The tests of a noun run from its sources; the browser and test/ look at the built portal.
const needsBuild = places.some((place) => !/^(contract|server|web|hubspot-emulator)\b/.test(place));
if (everything || needsBuild) await buildIfStale();
if (everything || inNode.length > 0) {
  // The build leaves NODE_ENV=production behind, with which React cannot be tested.
  const env = { ...process.env, NODE_ENV: 'test' };
  run(bin('vitest'), ['run', ...inNode, ...options], { env });
}
if (everything || inBrowser.length > 0) {
  const browser = findBrowser();
  const env = { ...process.env, ...(browser && { CHROMIUM: browser }) };
  run(bin('playwright'), ['test', ...inBrowser, ...options], { env });
}

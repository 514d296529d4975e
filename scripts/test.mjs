// npm test: everything that has to hold before a change lands.
// npm test -- server/leads: the tests of one place; npm test -- e2e/login: those of one screen.
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, installPackages, run } from './steps.mjs';

checkNode();
installPackages();
const chosen = process.argv.slice(2);
const inBrowser = chosen.filter((name) => name.startsWith('e2e'));
const onServer = chosen.filter((name) => !name.startsWith('e2e'));
const everything = chosen.length === 0;

if (everything) run('npm', ['run', '--silent', 'check']);
await buildIfStale();
if (everything || onServer.length > 0) run(bin('vitest'), ['run', ...onServer]);
if (everything || inBrowser.length > 0) {
  const browser = findBrowser();
  const env = { ...process.env, ...(browser && { CHROMIUM: browser }) };
  run(bin('playwright'), ['test', ...inBrowser], { env });
}

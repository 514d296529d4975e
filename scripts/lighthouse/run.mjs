// npm run lighthouse: scores of the built app, signed out and signed in. Prints; fails below 95.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../build.mjs';
import { checkNode, giveUp, installPackages, root } from '../steps.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const least = 95;
const timesEach = 5;
const categories = ['performance', 'accessibility', 'best-practices'];
const admin = { email: 'admin@example.com', password: 'Harvest-kite-1' };

async function startPortal(dataDir) {
  const child = spawn(process.execPath, [join('dist', 'server', 'main.js'), '--demo'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
    },
  });
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, address] = /is ready: (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The portal did not start: ${output}`)));
  });
  return { child, url };
}

async function signIn(page, url) {
  await page.goto(`${url}/login`);
  await page.evaluate(async (account) => {
    const { csrf_token } = await (await fetch('/api/csrf-token')).json();
    const response = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token },
      body: JSON.stringify(account),
    });
    const { token, refresh_token } = await response.json();
    localStorage.setItem('token', token);
    localStorage.setItem('refresh_token', refresh_token);
  }, admin);
}

/** The median of several loads: one alone says as much about the machine as about the page. */
async function measure(lighthouse, config, page, address) {
  const loads = [];
  while (loads.length < timesEach) loads.push(await measureOnce(lighthouse, config, page, address));
  return categories.map((_, index) => {
    const scores = loads.map((load) => load[index]).sort((a, b) => a - b);
    return scores[Math.floor(timesEach / 2)];
  });
}

async function measureOnce(lighthouse, config, page, address) {
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
  for (let tries = 0; tries < 3; tries++) {
    const { lhr } = await lighthouse(address, flags, config, page);
    if (lhr.runtimeError) continue;
    return categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
  }
  throw new Error(`${address} could not be measured`);
}

checkNode();
installPackages();
await buildIfStale();
const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
  cwd: folder,
  stdio: 'inherit',
});
if (installed.status !== 0) giveUp('Lighthouse could not be installed.');

const require = createRequire(join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { default: lighthouse, desktopConfig } = await load('lighthouse');
const { default: puppeteer } = await load('puppeteer-core');

const dataDir = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'));
const portal = await startPortal(dataDir);
const browser = await puppeteer.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
let worst = 100;
try {
  const page = await browser.newPage();
  console.log(['screen', 'device', ...categories].join('\t'));
  for (const [device, config] of [
    ['desktop', desktopConfig],
    ['phone', undefined],
  ]) {
    for (const path of ['/login', '/leads']) {
      if (path !== '/login') await signIn(page, portal.url);
      const scores = await measure(lighthouse, config, page, portal.url + path);
      await page.goto(`${portal.url}/healthz`);
      await page.evaluate(() => localStorage.clear());
      worst = Math.min(worst, ...scores);
      console.log([path, device, ...scores].join('\t'));
    }
  }
} finally {
  await browser.close();
  const ended = new Promise((resolve) => portal.child.once('exit', resolve));
  portal.child.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
if (worst < least) giveUp(`A score is below ${least}.`);

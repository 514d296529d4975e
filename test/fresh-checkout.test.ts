import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  api,
  leaveNothing,
  minutes,
  type PortalProcess,
  root,
  start,
  stop,
} from './portal-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-clone-'));
const checkout = join(folder, 'portal');

/** What a clone of this tree would hold. */
function copyCheckout() {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  for (const name of new Set(list.toString().split('\0').filter(Boolean))) {
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  }
}

/** That the screens are built is seen; building all of them took as long again as the rest. */
function standInForScreens() {
  writeFileSync(join(checkout, 'web', 'main.tsx'), "document.title = 'The portal';\n");
}

const tools = join(folder, 'tools');
const installations = join(folder, 'installations');

/**
 * An `npm` whose `ci` takes the packages that the same lock file has brought to this tree instead of
 * unpacking 400 again: whoever runs these tests has just seen that work. Where told so, what it has
 * kept is too old, or somebody ends it. The rest is npm's own.
 */
function standInForInstalling() {
  mkdirSync(tools);
  const installed = join(root, 'node_modules');
  const npm = execFileSync('which', ['npm']).toString().trim();
  const script = [
    '#!/bin/sh',
    `if [ "$1" != ci ]; then exec '${npm}' "$@"; fi`,
    `echo "$PWD: $*" >> '${installations}'`,
    '[ -z "$ENDED" ] || kill -INT $$',
    '[ -z "$KEPT_IS_OLD" ] || case "$*" in *--prefer-offline*) exit 1;; esac',
    `mkdir -p node_modules && ln -s '${installed}'/* '${installed}'/.bin node_modules`,
  ];
  writeFileSync(join(tools, 'npm'), script.join('\n'), { mode: 0o755 });
}

const pathWithTools = [tools, process.env.PATH].join(delimiter);
const npmStart = (env: Record<string, string> = {}) =>
  start(['npm', 'start'], { PATH: pathWithTools, ...env }, checkout);

const installed = () => readFileSync(installations, 'utf8').trim().split('\n');

let fresh: PortalProcess;

beforeAll(async () => {
  copyCheckout();
  standInForScreens();
  standInForInstalling();
  fresh = await npmStart({ ADMIN_PASSWORD: '' });
}, 10 * minutes);

afterAll(async () => {
  await leaveNothing();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'npm start on a fresh checkout serves, says who may sign in, and stops cleanly',
  async () => {
    expect(installed()).toEqual([
      expect.stringMatching(/\/portal: ci --include=dev .*--prefer-offline$/),
    ]);
    expect(fresh.output()).toContain('Administrators who may sign in: admin@example.com');
    const [, password = ''] = /shown only this once: (\S+)/.exec(fresh.output()) ?? [];
    const body = { email: 'admin@example.com', password };
    expect((await api(fresh, '/api/login', { body })).token).toBeTruthy();
    const page = await (await fetch(`${fresh.address}/leads`)).text();
    expect(page).toContain('<div id="root">');
    const [, code = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(`${fresh.address}${code}`)).headers.get('content-type')).toContain(
      'script',
    );
    expect((await stop(fresh)).output).toContain('Stopped');

    const second = await npmStart();
    expect(second.output()).not.toContain('shown only this once');
    expect(second.output()).not.toMatch(/Installing|Building/);
    expect((await api(second, '/api/login', { body })).token).toBeTruthy();
    // As a terminal does on Ctrl-C: to npm and to all that it runs.
    process.kill(-(second.process.pid ?? 0), 'SIGINT');
    expect((await second.ended).output).toContain('Stopped');
  },
  5 * minutes,
);

/** How npm was called for it, and how that ended. */
function installAnew(given: Record<string, string>) {
  rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
  const before = installed().length;
  const install = "import('./scripts/steps.mjs').then(({ installPackages }) => installPackages())";
  const env = { ...process.env, PATH: pathWithTools, ...given };
  const { status } = spawnSync(process.execPath, ['--eval', install], { cwd: checkout, env });
  return { calls: installed().slice(before), status };
}

const withKept = expect.stringMatching(/--prefer-offline$/);

test('Packages are installed once more where what npm had kept is too old for them', () => {
  const anew = expect.stringMatching(/ --loglevel=error$/);
  expect(installAnew({ KEPT_IS_OLD: 'yes' })).toEqual({ calls: [withKept, anew], status: 0 });
});

test('Who ends the installing of packages has ended it', () => {
  expect(installAnew({ ENDED: 'yes' })).toEqual({ calls: [withKept], status: 1 });
});

test('What the build and the server are made of is in every clone', () => {
  const ignored = ['ls-files', '-oi', '--exclude-per-directory=.gitignore'];
  // What macOS leaves in folders that somebody has looked at is no part of anything.
  const folders = ['contract', 'server', 'web', ':!*.DS_Store'];
  expect(execFileSync('git', [...ignored, ...folders], { cwd: root }).toString()).toBe('');
});

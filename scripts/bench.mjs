// npm run bench: how fast the portal is beside a bare program (--quick, --scale 10m); with a name
// (import, export, bulk, partitions), that part alone. Each on a database of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, giveUp, installPackages, root, run } from './steps.mjs';

const words = process.argv.slice(2);
const [name = 'speed', ...options] = words[0]?.startsWith('--') ? ['speed', ...words] : words;
const file = join(root, 'bench', `${name}.ts`);
const isKnown = /^[a-z]+$/.test(name) && existsSync(file);
// A misspelt option would measure something else for a quarter of an hour.
if (!isKnown || (name === 'speed' && !['', '--quick', '--scale 10m'].includes(options.join(' '))))
  giveUp(
    `There is no bench "${words.join(' ')}". Usage: npm run bench [-- --quick | --scale 10m], or npm run bench -- import|export|bulk|partitions`,
  );
checkNode();
installPackages();
await buildIfStale();
const browser = name === 'speed' ? findBrowser() : undefined;
const env = { ...process.env, ...(browser && { CHROMIUM: browser }) };
// With 64 MB for what is new, whoever measures seldom collects garbage: what it asked for would wait meanwhile.
run(bin('tsx'), ['--max-semi-space-size=64', file, ...options], { env });

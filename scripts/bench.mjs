// npm run bench -- import, export or bulk: ratios measured side by side in one run, on a database of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, giveUp, installPackages, root, run } from './steps.mjs';

const [name] = process.argv.slice(2);
const file = join(root, 'bench', `${name}.ts`);
if (!/^[a-z]+$/.test(name ?? '') || !existsSync(file))
  giveUp('Usage: npm run bench -- import|export|bulk');
checkNode();
installPackages();
await buildIfStale();
run(bin('tsx'), [file]);

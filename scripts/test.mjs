// npm test: everything that has to hold before a change lands. Arguments go to vitest alone.
import { bin, buildIfStale, checkNode, installPackages, run } from './steps.mjs';

checkNode();
installPackages();
const chosen = process.argv.slice(2);
if (chosen.length === 0) {
  run(bin('biome'), ['check', '--error-on-warnings', '.']);
  run(bin('tsc'), ['--noEmit']);
  run(bin('depcruise'), [
    '--config',
    '.dependency-cruiser.cjs',
    'contract',
    'server',
    'web',
    'test',
  ]);
  run(bin('knip'), []);
  await buildIfStale();
}
run(bin('vitest'), ['run', ...chosen]);

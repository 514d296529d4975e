// npm run chaos: what a hostile caller can do to a portal of its own, beside what it may cost; and
// whether anything that was acknowledged is lost or doubled when portal and database are killed.
// npm run chaos -- sign-ins: one case alone. Takes about ten minutes as a whole.
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { bin, checkNode, installPackages, root, run } from './steps.mjs';

checkNode();
installPackages();
await buildIfStale();
run(bin('tsx'), [join(root, 'scripts', 'chaos', 'run.ts'), ...process.argv.slice(2)]);

// npm run admin, npm run backup, npm run restore: installs, builds what is stale, and runs the command.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { checkNode, installPackages, root } from './steps.mjs';

checkNode();
installPackages();
await buildIfStale();
await import(pathToFileURL(join(root, 'dist', 'server', 'tool.js')).href);

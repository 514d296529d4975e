// npm start: installs, builds what is stale, and becomes the portal.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, checkNode, installPackages, root } from './steps.mjs';

checkNode();
installPackages();
await buildIfStale();
// In this very process, so that signals reach the portal itself.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);

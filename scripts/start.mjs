// npm start: installs, builds what is stale, and becomes the portal.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { checkNode, endWithNpm, installPackages, root } from './steps.mjs';

checkNode();
installPackages();
await buildIfStale();
if (process.argv.includes('--demo-crm')) {
  await (await import('./demo-crm.mjs')).startHubSpotBeside();
}
endWithNpm();
// In this very process, so that signals reach the portal itself.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);

// npm start: installs, builds what is stale, and becomes the portal.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { checkNode, installPackages, root } from './steps.mjs';

checkNode();
installPackages();
await buildIfStale();
if (process.argv.includes('--demo-crm')) {
  await (await import('./demo-crm.mjs')).startHubSpotBeside();
}
if (process.env.npm_lifecycle_event) {
  // npm does not pass a SIGTERM on to what it runs: where npm is gone, the portal stops too.
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
// In this very process, so that signals reach the portal itself.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);

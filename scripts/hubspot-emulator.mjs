// npm run hubspot-emulator: a HubSpot account to talk to, on this machine only.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, endWithNpm, installPackages, root } from './steps.mjs';

checkNode();
installPackages();
// Started beside a portal: where that is gone, however it went, the emulator stops too.
if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
endWithNpm();
// In this very process, so that signals reach the emulator itself.
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, 'hubspot-emulator', 'main.ts')).href);

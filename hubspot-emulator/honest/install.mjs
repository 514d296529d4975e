import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stamp = join(folder, 'node_modules', '.installed');

export function installHubSpotClient() {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const mark = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return;
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (installed.status !== 0) {
    throw new Error(`HubSpot's own client could not be installed: ${installed.stderr}`);
  }
  writeFileSync(stamp, mark);
}

/** HubSpot's own client. Without it nothing says that the emulator is right: then the test fails. */
export function loadHubSpotClient() {
  installHubSpotClient();
  return createRequire(join(folder, 'package.json'))('@hubspot/api-client');
}

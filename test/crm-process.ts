import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Inside the tree, because it looks for its packages from where it lies. */
const bundled = join(root, '.cache', 'crm-process.js');

const source = `
  import { pino } from 'pino';
  import { readConfig } from '#server/config.ts';
  import { startCrm } from '#server/crm/start-crm.ts';
  import { openDatabase } from '#server/db/database.ts';
  const config = readConfig();
  const db = openDatabase(config.databaseUrl ?? '', { poolSize: 4 });
  await startCrm({ db, config, clock: () => new Date() }, pino({ level: 'silent' }));
`;

export async function bundleCrmProcess(): Promise<void> {
  await build({
    absWorkingDir: root,
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile: bundled,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    alias: { '#server': join(root, 'server'), '#contract': join(root, 'contract') },
  });
}

/** What a portal does in the background, in a process of its own. */
export function startCrmProcess(env: Record<string, string>) {
  const start = (): ChildProcess =>
    spawn(process.execPath, [bundled], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let child = start();
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    kill,
    killAndStart: async () => {
      await kill();
      child = start();
    },
  };
}

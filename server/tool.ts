import { listAdministratorEmails } from './accounts/accounts.ts';
import { resetLostPassword } from './accounts/administrators.ts';
import { readConfig } from './config.ts';
import { readMigrations, requireNewestSchema } from './db/migrate.ts';
import { asOperatorError, joinStore, type Store } from './db/store.ts';
import { openLog } from './lib/log.ts';
import { OperatorError } from './lib/operator-error.ts';
import { backUp, type RowCounts } from './operation/backup.ts';
import { restore } from './operation/restore.ts';

/** What an operator runs beside the portal: npm run admin, npm run backup, npm run restore. */
const commands: Record<string, (words: string[]) => Promise<void>> = {
  // For whoever has the machine and no password: being able to run this is the proof of who they are.
  async admin([command, email, ...others]) {
    if (command === 'list' && email === undefined) {
      return withStore(false, async ({ db }) => {
        await requireNewestSchema(db, await readMigrations());
        tell((await listAdministratorEmails(db)).join('\n'));
      });
    }
    if (command !== 'reset-password' || !email || others.length > 0) {
      throw new OperatorError(
        'Say: npm run admin -- list, or npm run admin -- reset-password EMAIL',
      );
    }
    await withStore(false, async ({ db }) => {
      await requireNewestSchema(db, await readMigrations());
      const password = await resetLostPassword(db, email, new Date());
      tell(`The new password of ${email}, shown only this once: ${password}`);
    });
  },

  async backup([path, ...others]) {
    if (!path || others.length > 0) throw new OperatorError('Say: npm run backup FILE');
    await withStore(false, async ({ db }) => {
      tell(`${path} holds ${sumOf(await backUp(db, path, tell))}.`);
    });
  },

  async restore(words) {
    const paths = words.filter((word) => word !== '--overwrite');
    const [path] = paths;
    if (!path || paths.length > 1) {
      throw new OperatorError('Say: npm run restore FILE, or npm run restore FILE -- --overwrite');
    }
    const overwrite = words.includes('--overwrite');
    const migrations = await readMigrations();
    await withStore(true, async ({ db }) => {
      const counts = await restore(db, { path, overwrite, migrations, tell });
      tell(`The database holds ${sumOf(counts)} again. npm start brings the portal back.`);
    });
  },
};

async function withStore(alone: boolean, work: (store: Store) => Promise<void>): Promise<void> {
  const config = readConfig();
  const store = await joinStore(config, openLog('warn'), alone);
  try {
    await work(store);
  } catch (error) {
    throw config.databaseUrl ? asOperatorError(error, config.databaseUrl) : error;
  } finally {
    await store.stop();
  }
}

function sumOf(counts: RowCounts): string {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows.toLocaleString('en')} rows of ${Object.keys(counts).length} tables`;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main([name = '', ...words]: string[]): Promise<void> {
  const command = commands[name];
  if (!command) throw new OperatorError(`There is no command ${name}.`);
  await command(words);
}

main(process.argv.slice(2)).catch((error) => {
  const text = error instanceof OperatorError ? error.message : (error as Error).stack;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});

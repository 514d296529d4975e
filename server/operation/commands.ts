import { dirname, resolve } from 'node:path';
import { setUpCommand } from '#contract/commands.ts';
import { diskText } from '#contract/disk-text.ts';
import { listAdministratorEmails } from '#server/accounts/accounts.ts';
import { resetLostPassword } from '#server/accounts/administrators.ts';
import { type Config, readConfig } from '#server/config.ts';
import { setUpCrm } from '#server/crm/connection/set-up-crm.ts';
import { readMigrations, requireNewestSchema } from '#server/db/migrate.ts';
import { asOperatorError, joinStore, type Store } from '#server/db/store.ts';
import { watchedDisk } from '#server/lib/disk-space.ts';
import { openLog } from '#server/lib/log.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { backUp, type RowCounts } from './backup.ts';
import { restore } from './restore.ts';

type Tell = (line: string) => void;
type Command = (words: string[], config: Config, tell: Tell) => Promise<void>;

/** What an operator runs beside the portal: npm run admin, npm run backup, npm run restore. */
const commands: Record<string, Command> = {
  // For whoever has the machine and no password: being able to run this is the proof of who they are.
  async admin([command, email, ...others], config, tell) {
    if (command === 'list' && email === undefined) {
      return withStore(config, 'beside the portal', async ({ db }) => {
        await requireNewestSchema(db, await readMigrations());
        tell((await listAdministratorEmails(db)).join('\n'));
      });
    }
    if (command === 'hubspot-setup' && email === undefined) {
      return withStore(config, 'beside the portal', async ({ db }) => {
        await requireNewestSchema(db, await readMigrations());
        for (const line of await setUpCrm({ db, config, clock: () => new Date() })) tell(line);
      });
    }
    if (command !== 'reset-password' || !email || others.length > 0) {
      throw new OperatorError(
        `Say: npm run admin -- list, npm run admin -- reset-password EMAIL, or ${setUpCommand}`,
      );
    }
    await withStore(config, 'beside the portal', async ({ db }) => {
      await requireNewestSchema(db, await readMigrations());
      const password = await resetLostPassword(db, email, new Date());
      tell(`The new password of ${email}, shown only this once: ${password}`);
    });
  },

  async backup([path, ...others], config, tell) {
    if (!path || others.length > 0) throw new OperatorError('Say: npm run backup FILE');
    await withStore(config, 'beside the portal', async ({ db }) => {
      const counts = await backUp(db, path, tell, () => refuseWithoutRoom(path, config));
      tell(`${path} holds ${sumOf(counts)}.`);
    });
  },

  async restore(words, config, tell) {
    const paths = words.filter((word) => word !== '--overwrite');
    const [path] = paths;
    if (!path || paths.length > 1) {
      throw new OperatorError('Say: npm run restore FILE, or npm run restore FILE -- --overwrite');
    }
    const overwrite = words.includes('--overwrite');
    const migrations = await readMigrations();
    await withStore(config, 'alone', async ({ db }) => {
      const counts = await restore(db, { path, overwrite, migrations, tell });
      tell(`The database holds ${sumOf(counts)} again. npm start brings the portal back.`);
    });
  },
};

/**
 * The disk of the embedded database, since a backup keeps what is deleted meanwhile on it, and the disk
 * that the backup is written to, since it is usually the same one.
 */
async function refuseWithoutRoom(path: string, config: Config): Promise<void> {
  const { databaseIsEmbedded, dataDir, diskReserveMegabytes: reserveMegabytes } = config;
  if (!databaseIsEmbedded) return;
  for (const folder of [dataDir, dirname(resolve(path))]) {
    const room = await watchedDisk({ folder, reserveMegabytes })?.();
    if (room?.low) throw new OperatorError(diskText.backup(room));
  }
}

async function withStore(
  config: Config,
  how: 'alone' | 'beside the portal',
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await joinStore(config, await openLog('warn'), how === 'alone');
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

export async function runCommand(
  [name = '', ...words]: string[],
  environment: NodeJS.ProcessEnv,
  tell: Tell,
): Promise<void> {
  const command = commands[name];
  if (!command) throw new OperatorError(`There is no command ${name}.`);
  await command(words, readConfig(environment), tell);
}

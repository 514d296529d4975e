import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  ensureAdministrator,
  firstAdministrator,
  listAdministratorEmails,
} from './accounts/accounts.ts';
import { generatePasswordFor, newPasswordFault } from './accounts/guessable.ts';
import { buildApp } from './app.ts';
import { type Config, readAdminPassword, readConfig } from './config.ts';
import { startCrm } from './crm/start-crm.ts';
import type { Database } from './db/database.ts';
import { findOrCreateSecret } from './db/secrets.queries.ts';
import { openStore, type Store } from './db/store.ts';
import { addressLines } from './http/public-url.ts';
import { countReaders } from './imports/reader-threads.ts';
import { startCountingDays } from './leads/lead-days.ts';
import { type DiskSpace, watchedDisk } from './lib/disk-space.ts';
import { openLog, standardOutput } from './lib/log.ts';
import { OperatorError } from './lib/operator-error.ts';
import { removeAbandonedFolders } from './lib/temporary-folder.ts';
import { removeUnfinished } from './operation/backup.ts';
import { type DemoAccounts, fillDemo } from './operation/demo.ts';
import { connectDemoCrm, refuseRealHubSpot } from './operation/demo-crm.ts';
import { startHousekeeping } from './operation/housekeeping.ts';
import { onStopMessage, startWorkers } from './operation/workers.ts';

const stopSeconds = 10;
const clock = () => new Date();
const isDemoCrm = process.argv.includes('--demo-crm');

async function main(): Promise<void> {
  const config = readConfig();
  const log = await openLog(config.logLevel);
  await removeAbandonedFolders();
  if (cluster.isWorker) return startWorker(config, log);
  if (isDemoCrm) refuseRealHubSpot(config);
  const store = await openStore(config, log);
  try {
    await removeUnfinishedBackups(store.db, config);
    const notices = await makeFirstAccounts(store.db, config);
    const serving = await serveIn(config.workers, store, config, log);
    const context = { db: store.db, config, clock, disk: diskOf(config) };
    const background = [
      startHousekeeping(context, log),
      startCountingDays(store.db, log),
      await startCrm(context, log),
    ];
    stopOnSignals(serving, store, background, log);
    if (isDemoCrm) notices.push(...(await connectDemoCrm(context)));
    say([...addressLines(config, serving.address), ...notices]);
  } catch (error) {
    await store.stop();
    throw error;
  }
}

/** Of the folders that it knows: its data, and where `npm run backup FILE` puts a file without a folder. */
async function removeUnfinishedBackups(db: Database, { dataDir }: Config): Promise<void> {
  for (const folder of new Set([dataDir, process.cwd()])) await removeUnfinished(db, folder);
}

/** Answers calls until it is stopped: in this process, or in several that it has started. */
type Serving = { address: AddressInfo; stop(): Promise<void> };

async function serveIn(
  workers: number,
  store: Store,
  config: Config,
  log: Logger,
): Promise<Serving> {
  if (workers === 1) return serveHere(store, config, log);
  // Made once, so that the workers need not agree on one.
  await csrfKeyOf(store.db);
  const file = fileURLToPath(import.meta.url);
  const { databaseIsEmbedded } = config;
  return startWorkers({ file, count: workers, databaseUrl: store.url, databaseIsEmbedded }, log);
}

function diskOf({ databaseIsEmbedded, dataDir, diskReserveMegabytes }: Config): DiskSpace {
  if (!databaseIsEmbedded) return undefined;
  return watchedDisk({ folder: dataDir, reserveMegabytes: diskReserveMegabytes });
}

function csrfKeyOf(db: Database): Promise<Buffer> {
  return findOrCreateSecret(db, 'csrf', randomBytes(32));
}

async function serveHere({ db }: Store, config: Config, log: Logger): Promise<Serving> {
  const csrfKey = await csrfKeyOf(db);
  const app = await buildApp({ db, config, clock, disk: diskOf(config), csrfKey, logger: log });
  await listen(app, config);
  return {
    address: app.server.address() as AddressInfo,
    stop: async () => {
      // A connection that was at work when the stop began is idle once it has its answer.
      setInterval(() => app.server.closeIdleConnections(), 100).unref();
      setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1000).unref();
      await app.close();
    },
  };
}

/** One of several processes: it answers calls, and whatever is done once is done by the first. */
async function startWorker(config: Config, log: Logger): Promise<void> {
  const store = await openStore(config, log);
  const serving = await serveHere(store, config, log);
  stopOnSignals(serving, store, [], log);
}

/** What the operator should read once the portal is ready: who may sign in. */
async function makeFirstAccounts(db: Database, config: Config): Promise<string[]> {
  const isFirstStart = (await listAdministratorEmails(db)).length === 0;
  const generated = isFirstStart ? await makeFirstAdministrator(db, config) : undefined;
  const isDemo = isDemoCrm || process.argv.includes('--demo');
  const demo = isDemo ? await fillDemo(db, clock()) : undefined;
  return [
    `Administrators who may sign in: ${(await listAdministratorEmails(db)).join(', ')}`,
    ...(generated ? [`Password, shown only this once: ${generated}`] : []),
    ...demoNotices(demo),
  ];
}

/** Returns the password if none was given. Only this start reads the setting: it stops no later one. */
async function makeFirstAdministrator(db: Database, config: Config): Promise<string | undefined> {
  const person = { ...firstAdministrator, email: config.adminEmail };
  const given = readAdminPassword(config);
  const fault = given && (await newPasswordFault(given, person));
  if (fault) {
    throw new OperatorError(
      `The first administrator’s password (ADMIN_PASSWORD or ADMIN_PASSWORD_FILE) cannot be used: ${fault}.`,
    );
  }
  const password = given ?? generatePasswordFor(person);
  const made = await ensureAdministrator(db, { email: person.email, password }, clock());
  return made && !given ? password : undefined;
}

function demoNotices(demo: DemoAccounts | 'not empty' | undefined): string[] {
  if (!demo) return [];
  if (demo === 'not empty') return ['--demo fills only an empty database: nothing was added.'];
  return [
    `Demo partners who may sign in: ${demo.emails.join(', ')}`,
    `Their password, shown only this once: ${demo.password}`,
  ];
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(`PORT ${port} is already in use on ${host}: set PORT to a free one.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`HOST ${host} and PORT ${port} cannot be listened on: ${code}.`);
    }
    throw error;
  }
}

/** Accepts nothing new, finishes what is under way, then lets go of the database. */
function stopOnSignals(
  serving: Serving,
  store: Store,
  background: (() => unknown)[],
  log: Logger,
): void {
  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info(`${why}: stopping`);
    const ending = Promise.all(background.map((end) => end()));
    await serving.stop();
    await ending;
    await store.stop();
    log.info('Stopped');
    // A thread in the middle of native code cannot be ended, and an exit would wait for it.
    if (countReaders() > 0) {
      standardOutput.flushSync();
      process.kill(process.pid, 'SIGKILL');
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => fail(error));
    });
  }
  if (cluster.isWorker) onStopMessage(() => void stop('The first process').catch(fail));
}

function say(lines: string[]): void {
  standardOutput.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

function fail(error: unknown): never {
  const text = error instanceof OperatorError ? error.message : (error as Error).stack;
  if (text) process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);

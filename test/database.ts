import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type TestDatabase = { db: Database; url: string; drop(): Promise<void> };

function throughFile(address: string): URL {
  const url = new URL(address);
  url.searchParams.set('host', inject('socketFolder'));
  return url;
}

/** A connection of the superuser, who makes databases. */
export async function connectToServer(): Promise<pg.Client> {
  const server = throughFile(inject('superuserUrl'));
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  return client;
}

let keptClient: Promise<pg.Client> | undefined;

/** Over one connection for all the test files of a worker. */
async function onServer(statement: string): Promise<void> {
  keptClient ??= connectToServer().then((client) => {
    // The server goes after the last test, whoever is connected.
    client.on('error', () => {});
    return client;
  });
  await (await keptClient).query(statement);
}

/** How it is reached, where that is not the straight way. */
export type Open = (url: string, options: Parameters<typeof openDatabase>[1]) => Database;

const openThroughFile: Open = (address, options) =>
  openDatabase(throughFile(address).href, options);

/** A database of its own for one test file: migrated, or empty to try migrations on. */
export async function freshDatabase(
  from: 'migrated' | 'empty' = 'migrated',
  clock?: () => Date,
  open: Open = openThroughFile,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = from === 'migrated' ? 'portal' : 'template0';
  const owner = new URL(inject('postgresUrl')).username;
  // File by file, not page by page through the log: half of the work, and to drop it a third.
  const how = `template ${template} owner ${owner} strategy file_copy`;
  await onServer(`create database ${name} ${how}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const db = open(url.href, { poolSize: 5, clock });
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** Partners without a portal, for what reads the tables alone. */
export async function addPartners(db: Database, ids: string[]): Promise<void> {
  await db.queryOnce(sql`
    insert into users (id, role, name, email, email_key, password_set_at, created_at)
    select id::uuid, 'partner', id, id, id, now(), now() from unnest(${ids}::text[]) id`);
}

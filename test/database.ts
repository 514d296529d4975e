import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type TestDatabase = { db: Database; url: string; drop(): Promise<void> };

/** Copying a database wants nobody else connected to the original, and an original is made once. */
const locks = { copying: 4_211, making: 4_212 };

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const server = new URL(inject('superuserUrl'));
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Does what only one of the test files may do at a time. */
export async function oneAtATime(
  what: keyof typeof locks,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [locks[what]]);
    await work(client);
  });
}

/** How it is reached, where that is not the straight way. */
export type Open = (url: string, options: Parameters<typeof openDatabase>[1]) => Database;

const openThroughFile: Open = (address, options) => {
  const url = new URL(address);
  url.searchParams.set('host', inject('socketFolder'));
  return openDatabase(url.href, options);
};

/** A database of its own for one test file: migrated, or empty to try migrations on. */
export async function freshDatabase(
  from: 'migrated' | 'empty' = 'migrated',
  clock?: () => Date,
  open: Open = openThroughFile,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = from === 'migrated' ? 'portal' : 'template0';
  await oneAtATime('copying', async (client) => {
    const owner = new URL(inject('postgresUrl')).username;
    // File by file, not page by page through the log: half of the work, and to drop it a third.
    const how = `template ${template} owner ${owner} strategy file_copy`;
    await client.query(`create database ${name} ${how}`);
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const db = open(url.href, { poolSize: 5, clock });
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.close();
      await onServer(async (client) => {
        await client.query(`drop database ${name} with (force)`);
      });
    },
  };
}

/** Partners without a portal, for what reads the tables alone. */
export async function addPartners(db: Database, ids: string[]): Promise<void> {
  await db.queryOnce(sql`
    insert into users (id, role, name, email, email_key, password_set_at, created_at)
    select id::uuid, 'partner', id, id, id, now(), now() from unnest(${ids}::text[]) id`);
}

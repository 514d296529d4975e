import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './cluster-create.ts';

/** Any number will do, as long as every version of the portal uses the same. */
const PORTAL_LOCK = 7_305_801_114;

/** Advisory locks count within one database, so that the lock needs one that always exists. */
export async function connect(cluster: Cluster, port: number): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    application_name: 'portal lock',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener a lost connection would end the process; 'end' tells whoever cares.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Whether the server sees `file` in its data directory. */
export async function seesFile(client: Client, file: string): Promise<boolean> {
  const { rows } = await client.query<{ seen: boolean }>(
    'select (pg_stat_file($1, true)).isdir is not null as seen',
    [file],
  );
  return rows[0]?.seen === true;
}

export async function tryPortalLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [PORTAL_LOCK],
  );
  return rows[0]?.taken === true;
}

export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

import { Client } from 'pg';
import { ofNoExtension } from '#server/db/extensions.queries.ts';
import { textOf } from '#server/db/sql.ts';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './cluster-create.ts';

/** Any number will do, as long as every version of the portal uses the same. */
const PORTAL_LOCK = 7_305_801_114;

export type Role = { name: string; password: string };

/**
 * As the superuser. Advisory locks count within one database, so that the lock needs one that always
 * exists.
 */
export async function connect(
  cluster: Cluster,
  port: number,
  database = 'postgres',
): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database,
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

export async function ensureDatabase(client: Client, name: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount !== 0) return;
  const [database, role] = [client.escapeIdentifier(name), client.escapeIdentifier(owner)];
  await client.query(`create database ${database} owner ${role}`);
}

/** Whatever was given to it since, at every start it may do no more than sign in. */
export async function ensureRole(client: Client, { name, password }: Role): Promise<void> {
  const role = client.escapeIdentifier(name);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  await client.query(`
    alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
      password ${client.escapeLiteral(password)}`);
}

export async function isOwner(client: Client, database: string, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_database where datname = $1 and pg_get_userbyid(datdba) = $2',
    [database, role],
  );
  return rowCount === 1;
}

/** Gives a database with all tables and functions in it to a role: all of it, or nothing. */
export async function giveContents(inside: Client, database: string, role: string): Promise<void> {
  const [name, owner] = [inside.escapeIdentifier(database), inside.escapeIdentifier(role)];
  const { rows } = await inside.query<{ thing: string }>(`
    select format('table %s', oid::regclass) as thing
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and ${textOf(ofNoExtension.tables)}
    union all
    select format('function %s', oid::regprocedure)
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and ${textOf(ofNoExtension.functions)}`);
  await inside.query('begin');
  for (const { thing } of rows) await inside.query(`alter ${thing} owner to ${owner}`);
  // Last, since the owner of the database is how a start knows that all is done.
  await inside.query(`alter database ${name} owner to ${owner}`);
  await inside.query('commit');
}

import type { Writable } from 'node:stream';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Db, Transaction } from '#server/db/database.ts';
import { ofNoExtension } from '#server/db/extensions.queries.ts';
import { columns, sql } from '#server/db/sql.ts';

/** What is kept of a table: what the database makes up itself is left to it. */
export type KeptTable = { name: string; columns: string[] };

/** Everything that is read in the transaction is of one moment, whatever is written meanwhile. */
export async function readOneMoment(tx: Db): Promise<void> {
  await tx.queryOnce(sql`set transaction isolation level repeatable read, read only`);
  await tx.queryOnce(sql`set local statement_timeout = 0`);
}

/** Every table but the list of migrations, and those whose content a crash may take anyway. */
export async function findTables(db: Db): Promise<KeptTable[]> {
  return db.queryOnce<KeptTable>(sql`
    select pg_class.relname as name,
      array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> 'schema_migrations' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname
    order by relname`);
}

/** Undefined where no portal has ever used this database. */
export async function findSchemaVersion(db: Db): Promise<number | undefined> {
  const [found] = await db.queryOnce<{ known: boolean }>(sql`
    select to_regclass('schema_migrations') is not null as known`);
  if (!found?.known) return undefined;
  const [newest] = await db.queryOnce<{ version: number }>(sql`
    select coalesce(max(version), 0) as version from schema_migrations`);
  return newest?.version;
}

/** Stable and unique per database. */
export async function findDatabaseMark(db: Db): Promise<string | undefined> {
  if ((await findSchemaVersion(db)) === undefined) return undefined;
  const [found] = await db.queryOnce<{ mark: string }>(sql`
    select left(md5((select oid from pg_database where datname = current_database())::text
      || (select extract(epoch from min(applied_at)) from schema_migrations)::text), 8) as mark`);
  return found?.mark;
}

const named = ({ name, columns: kept }: KeptTable) => {
  const quoted = [name, ...kept].map((part) => `"${part.replaceAll('"', '""')}"`);
  return `${quoted[0]} (${quoted.slice(1).join(', ')})`;
};

/** Its rows, one a line, as PostgreSQL writes them; returns how many they are. */
export async function* rowsOut(
  tx: Transaction,
  table: KeptTable,
): AsyncGenerator<Buffer, number, void> {
  const rows = tx.client.query(copyTo(`copy ${named(table)} to stdout`));
  yield* rows;
  // Their number may come later than the last of them: it is here once something else is answered.
  await tx.client.query('');
  return rows.rowCount;
}

export function rowsIn(tx: Transaction, table: KeptTable): Writable & { rowCount: number } {
  return tx.client.query(copyFrom(`copy ${named(table)} from stdin`));
}

export async function hasRows(db: Db, table: KeptTable): Promise<boolean> {
  const [found] = await db.queryOnce<{ some: boolean }>(sql`
    select exists (select from ${columns([table.name])}) as some`);
  return found?.some === true;
}

/** How many portals are connected to a database besides this one. */
export async function countOtherPortals(db: Db): Promise<number> {
  const [found] = await db.queryOnce<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = current_setting('application_name')
      and pid <> pg_backend_pid()`);
  return found?.count ?? 0;
}

/** What the portal has made in its schema; what extensions have brought stays. */
export async function dropEverything(tx: Transaction): Promise<void> {
  const found = await tx.queryOnce<{ command: string }>(sql`
    select format('drop table if exists %s cascade', oid::regclass) as command
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and ${ofNoExtension.tables}
    union all
    select format('drop function if exists %s cascade', oid::regprocedure)
    from pg_proc
    where pronamespace = current_schema()::regnamespace
      and ${ofNoExtension.functions}`);
  for (const { command } of found) await tx.client.query(command);
}

/** Keys into other tables and triggers wait until all rows are there: what follows from them is too. */
export async function suspendRules(tx: Transaction): Promise<() => Promise<void>> {
  const keys = await tx.queryOnce<{ table: string; name: string; rule: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as rule
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`);
  const triggers = await tx.queryOnce<{ table: string }>(sql`
    select distinct tgrelid::regclass::text as table
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`);
  for (const { table, name } of keys) {
    await tx.client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { table } of triggers) {
    await tx.client.query(`alter table ${table} disable trigger user`);
  }
  return async () => {
    for (const { table } of triggers) {
      await tx.client.query(`alter table ${table} enable trigger user`);
    }
    for (const { table, name, rule } of keys) {
      await tx.client.query(`alter table ${table} add constraint ${name} ${rule}`);
    }
  };
}

/** Migrations may have put rows into tables that the backup brings itself. */
export async function emptyTables(tx: Db, tables: KeptTable[]): Promise<void> {
  for (const { name } of tables) await tx.queryOnce(sql`delete from ${columns([name])}`);
}

export async function waitWithoutLimit(tx: Db): Promise<void> {
  await tx.queryOnce(sql`set local statement_timeout = 0`);
}

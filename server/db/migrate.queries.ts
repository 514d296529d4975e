import type { Db, Transaction } from './database.ts';
import { sql } from './sql.ts';

// Any number will do, as long as every version of the portal takes the same one.
const migrationLock = 7_120_331;

export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx.queryOnce(sql`set local statement_timeout = 0`);
  // Past the portal's own patience with a query: whoever migrates may take its time.
  await tx.client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
}

export async function appliedVersions(tx: Db): Promise<number[]> {
  await tx.queryOnce(sql`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`);
  const rows = await tx.queryOnce<{ version: number }>(sql`
    select version from schema_migrations order by version`);
  return rows.map((row) => row.version);
}

export async function recordMigration(tx: Db, version: number, name: string): Promise<void> {
  await tx.queryOnce(sql`
    insert into schema_migrations (version, name) values (${version}, ${name})`);
}

/** For readiness: fails where the database does not answer or was never migrated. */
export const newestVersion = sql`
  select coalesce(max(version), 0) as version from schema_migrations`;

/** The major version of the server. */
export async function serverVersion(db: Db): Promise<number> {
  const [row] = await db.queryOnce<{ version: number }>(sql`
    select current_setting('server_version_num')::int / 10000 as version`);
  return row?.version ?? 0;
}

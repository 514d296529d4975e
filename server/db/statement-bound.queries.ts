import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** As somebody finds it who connects now; a connection that has been there for long may differ. */
async function isDecided(db: Db, name: string): Promise<boolean> {
  const decided = await db.queryOnce(sql`
    select 1 from pg_db_role_setting, unnest(setconfig) setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and setrole in (0, (select oid from pg_roles where rolname = current_user))
      and setting like ${name}::text || '=%'`);
  return decided.length > 0;
}

export async function statementsAreUnbounded(db: Db): Promise<boolean> {
  const [row] = await db.queryOnce<{ unbounded: boolean }>(sql`
    select current_setting('statement_timeout') = '0' as unbounded`);
  return Boolean(row?.unbounded) && !(await isDecided(db, 'statement_timeout'));
}

export async function boundStatementsOfRole(db: Db, milliseconds: number): Promise<void> {
  await setOfRole(db, 'statement_timeout', `${milliseconds}ms`);
}

export async function statementsMayBeCompiled(db: Db): Promise<boolean> {
  return !(await isDecided(db, 'jit'));
}

/** Every statement is short: compiling one takes longer than running it. */
export async function compileNothingOfRole(db: Db): Promise<void> {
  await setOfRole(db, 'jit', 'off');
}

/** Names cannot be values of a statement, so that the database puts this one together. */
async function setOfRole(db: Db, name: string, value: string): Promise<void> {
  const [row] = await db.queryOnce<{ command: string }>(sql`
    select format('alter role %I in database %I set %I = %L',
      current_user, current_database(), ${name}::text, ${value}::text) as command`);
  if (row) await db.queryOnce({ strings: [row.command], values: [] });
}

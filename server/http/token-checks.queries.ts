import { type Sql, sql } from '#server/db/sql.ts';
import type { AskedToken } from './token-checks.ts';

/**
 * The tokens that are asked for as rows (position, calls, hash), to be looked up one by one with a limit,
 * so that each is found by its index. By JSON: of an array PostgreSQL guesses the length, takes a plan
 * for any length to be dearer than one for this length, and plans with every call.
 */
export function askedTokens(asked: readonly AskedToken[]): Sql {
  const rows = asked.map(({ hash, calls }, i) => ({
    position: i + 1,
    calls,
    hash: `\\x${hash.toString('hex')}`,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as asked (position int, calls int, hash bytea)`;
}

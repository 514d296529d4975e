import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** What only one process does at a time, until its transaction ends. False where another is at it. */
export async function claim(tx: Db, what: string): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) as taken`);
  return row?.taken ?? false;
}

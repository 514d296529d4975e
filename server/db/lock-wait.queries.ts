import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** For each row that somebody else has locked, until the transaction ends. */
export async function waitAtMost(tx: Db, time: string): Promise<void> {
  await tx.query(sql`select set_config('lock_timeout', ${time}, true)`);
}

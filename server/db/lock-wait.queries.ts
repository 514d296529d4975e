import type { Db } from './database.ts';
import { sql } from './sql.ts';

/**
 * Gives up after a moment where somebody else is changing the same row: a change of many leads may
 * have it for a minute, and whoever waits so long holds a connection that others need.
 */
export async function waitShortly(tx: Db): Promise<void> {
  await tx.query(sql`select set_config('lock_timeout', '2s', true)`);
}

import { expect, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Until so many sessions wait for what somebody else has locked. */
export async function untilWaiting(db: Database, sessions: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await db.query(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting).toHaveLength(sessions);
    },
    { timeout: 20_000, interval: 10 },
  );
}

/** Starts calls while somebody else has the lead, and lets it go once all of them wait for it. */
export async function whileLocked<T>(
  db: Database,
  leadId: string,
  start: () => Promise<T>[],
): Promise<Promise<T>[]> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from leads where id = ${leadId} for update`);
    const calls = start();
    await untilWaiting(db, calls.length);
    return calls;
  });
}

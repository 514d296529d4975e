import type { Database, Db } from './database.ts';
import { sql } from './sql.ts';

/** For what is read in several statements and has to agree: none sees what is changed meanwhile. */
export function atOneMoment<T>(db: Database, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.queryOnce(sql`set transaction isolation level repeatable read, read only`);
    return read(tx);
  });
}

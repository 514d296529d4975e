import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** The first process to ask makes the secret; all get the same one. */
export async function findOrCreateSecret(db: Db, name: string, fresh: Buffer): Promise<Buffer> {
  await db.query(sql`
    insert into secrets (name, value) values (${name}, ${fresh}) on conflict do nothing`);
  const [row] = await db.query<{ value: Buffer }>(sql`
    select value from secrets where name = ${name}`);
  if (!row) throw new Error(`The secret ${name} is neither there nor could it be made`);
  return row.value;
}

import type { Database } from '#server/db/database.ts';

/** Work while the database refuses to write one kind of thing, as where it has no room left for it. */
export async function whileRefused<T>(
  db: Database,
  write: `${'insert' | 'update' | 'delete'} on ${string}`,
  work: () => Promise<T>,
): Promise<T> {
  const run = (text: string) => db.transaction((tx) => tx.client.query(text));
  await run(`
    create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
    create trigger refuse_write before ${write} for each row execute function refuse_write()`);
  try {
    return await work();
  } finally {
    await run('drop function refuse_write cascade');
  }
}

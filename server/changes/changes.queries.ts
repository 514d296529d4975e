import type { Db } from '#server/db/database.ts';
import { markWritten, told } from '#server/db/read-marks.queries.ts';
import { sql } from '#server/db/sql.ts';

/** Where every portal listens. */
export const changesChannel = 'portal_changes';

/** Tells all portals what is still to be told, each thing once. Two that do so at once share it. */
export async function tellChanges(db: Db): Promise<void> {
  await db.query(sql`
    with due as (
      delete from changes_to_tell
      where ctid = any(array(select ctid from changes_to_tell for update skip locked))
      returning kind, concerned
    ), mark as (
      ${markWritten(sql`select ${told} as of where exists (select 1 from due)`)}
    )
    select pg_notify(${changesChannel}, kind || ' ' || concerned)
    from (select distinct kind, concerned from due) told`);
}

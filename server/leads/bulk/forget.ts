import type { Db } from '#server/db/database.ts';
import { deleteBulkChange, findForgettable, forgetUndo } from './bulk-changes.queries.ts';

const leadsAtOnce = 2_000;
/** The rest goes with the next round of tidying. */
const mostSteps = 500;

/** Forgets what only undoing and repeated calls need, once both are over. */
export async function forgetOldChanges(db: Db): Promise<void> {
  let id = await findForgettable(db);
  let after: string | null = null;
  for (let step = 0; id && step < mostSteps; step++) {
    after = await forgetUndo(db, id, after, leadsAtOnce);
    if (after) continue;
    await deleteBulkChange(db, id);
    id = await findForgettable(db);
  }
}

import { maxViewsPerUser } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { type View, type ViewChange, viewText } from '#contract/views.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import {
  countViewsOf,
  deleteView as deleteViewRow,
  deleteViewsOfUser,
  findViews,
  hasOtherView,
  insertView,
  lockViewsOf,
  updateView as updateViewRow,
} from './views.queries.ts';

type Owner = { id: string; role: 'admin' | 'partner' };

export async function listViews(db: Db, userId: string): Promise<View[]> {
  return findViews(db, userId);
}

export async function createView(
  db: Database,
  owner: Owner,
  view: { name: string; query: string; shared: boolean },
  now: Date,
): Promise<View> {
  refuseSharing(owner, view.shared);
  const row = { ...view, id: uuidv7(), ownerId: owner.id, nameKey: nameKeyOf(view.name), now };
  return db.transaction(async (tx) => {
    await lockViewsOf(tx, owner.id);
    await refuseTaken(tx, owner.id, row);
    if ((await countViewsOf(tx, owner.id)) >= maxViewsPerUser) {
      throw new AppError('conflict', viewText.tooMany);
    }
    const created = await insertView(tx, row);
    if (!created) throw new Error('A view was inserted but not returned');
    return created;
  });
}

export async function updateView(
  db: Database,
  owner: Owner,
  id: string,
  change: ViewChange,
): Promise<View> {
  refuseSharing(owner, change.shared);
  return db.transaction(async (tx) => {
    await lockViewsOf(tx, owner.id);
    const { name, query, shared } = change;
    const named = name === undefined ? {} : { name, nameKey: nameKeyOf(name) };
    if (named.nameKey !== undefined) {
      await refuseTaken(tx, owner.id, { id, nameKey: named.nameKey });
    }
    const written = {
      ...named,
      ...(query !== undefined && { query }),
      ...(shared !== undefined && { shared }),
    };
    const changed = await updateViewRow(tx, owner.id, id, written);
    if (!changed) throw new AppError('not_found', viewText.notFound);
    return changed;
  });
}

export async function deleteView(db: Db, ownerId: string, id: string): Promise<void> {
  const deleted = await deleteViewRow(db, ownerId, id);
  if (!deleted) throw new AppError('not_found', viewText.notFound);
}

/** Of an account that is deleted: nobody could change or delete what it shares. */
export async function deleteViewsOf(db: Db, ownerId: string): Promise<void> {
  await deleteViewsOfUser(db, ownerId);
}

function refuseSharing({ role }: Owner, shared: boolean | undefined): void {
  if (shared && role !== 'admin') {
    throw new AppError('forbidden', errorText.insufficientPermissions);
  }
}

async function refuseTaken(
  tx: Db,
  ownerId: string,
  view: { id: string; nameKey: string },
): Promise<void> {
  if (await hasOtherView(tx, ownerId, view)) throw new AppError('conflict', viewText.taken);
}

/** One user has one view of a name, however it is written. */
function nameKeyOf(name: string): string {
  return foldText(name).replace(/\s+/g, ' ');
}

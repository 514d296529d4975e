import { maxSharedViewsListed } from '#contract/limits.ts';
import type { View } from '#contract/views.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

const columnsFor = (userId: string): Sql => sql`
  id, name, query, shared, owner_id = ${userId} as own`;

/** A user's own views and those that administrators share with everybody, the newest of them, by name. */
export async function findViews(db: Db, userId: string): Promise<View[]> {
  return db.query<View>(sql`
    select ${columnsFor(userId)} from views
    where owner_id = ${userId} or id in (
      select id from views where shared and owner_id <> ${userId}
      order by id desc limit ${maxSharedViewsListed})
    order by name_key, owner_id <> ${userId}, id`);
}

/** Makes whoever else changes the views of this user wait for the end of the transaction. */
export async function lockViewsOf(tx: Db, ownerId: string): Promise<void> {
  await tx.query(sql`select 1 from users where id = ${ownerId} for no key update`);
}

export async function countViewsOf(tx: Db, ownerId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) from views where owner_id = ${ownerId}`);
  return row?.count ?? 0;
}

/** Whether the user has another view of this name. */
export async function hasOtherView(
  tx: Db,
  ownerId: string,
  { id, nameKey }: { id: string; nameKey: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from views where owner_id = ${ownerId} and name_key = ${nameKey} and id <> ${id}`);
  return rows.length > 0;
}

export type NewViewRow = {
  id: string;
  ownerId: string;
  name: string;
  nameKey: string;
  query: string;
  shared: boolean;
  now: Date;
};

export async function insertView(tx: Db, row: NewViewRow): Promise<View | undefined> {
  const [created] = await tx.query<View>(sql`
    insert into views (id, owner_id, name, name_key, query, shared, created_at)
    values (${row.id}, ${row.ownerId}, ${row.name}, ${row.nameKey}, ${row.query}, ${row.shared},
      ${row.now})
    returning ${columnsFor(row.ownerId)}`);
  return created;
}

/** What is undefined stays as it is. Nothing where the user has no such view. */
export async function updateView(
  tx: Db,
  ownerId: string,
  id: string,
  change: Partial<Pick<NewViewRow, 'name' | 'nameKey' | 'query' | 'shared'>>,
): Promise<View | undefined> {
  const [changed] = await tx.query<View>(sql`
    update views set
      name = coalesce(${change.name ?? null}, name),
      name_key = coalesce(${change.nameKey ?? null}, name_key),
      query = coalesce(${change.query ?? null}, query),
      shared = coalesce(${change.shared ?? null}::boolean, shared)
    where id = ${id} and owner_id = ${ownerId}
    returning ${columnsFor(ownerId)}`);
  return changed;
}

export async function deleteView(db: Db, ownerId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from views where id = ${id} and owner_id = ${ownerId} returning id`);
  return rows.length === 1;
}

export async function deleteViewsOfUser(db: Db, ownerId: string): Promise<void> {
  await db.query(sql`delete from views where owner_id = ${ownerId}`);
}

import { expect } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal } from './portal.ts';

export function changeMany(caller: SignedIn, body: Record<string, unknown>) {
  return caller.call(routes.changeLeads, { body: body as never });
}

export async function addLeads(owner: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await addLead(owner)).id);
  return ids;
}

export async function eventsOf({ db }: TestPortal, ids: string[]) {
  return db.queryOnce<Record<string, unknown>>(sql`
    select subject_id, partner_id, kind, by_id, via, data, bulk_id, version, request_id
    from events where subject_id = any(${ids}::uuid[]) order by at, id`);
}

export async function listedIds(owner: SignedIn) {
  const { leads, total } = (await owner.call(routes.listLeads, { query: { limit: 100 } })).body;
  expect(leads).toHaveLength(total);
  return leads.map(({ id }) => id).sort();
}

export async function markUnread(
  { db }: TestPortal,
  id: string,
  owner: SignedIn,
  ...sides: string[]
): Promise<void> {
  for (const side of sides) {
    await db.queryOnce(sql`
      insert into unread_notes (lead_id, side, partner_id) values (${id}, ${side}, ${owner.user.id})`);
  }
}

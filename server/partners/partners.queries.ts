import type { Partner } from '#contract/partners.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

const partnerColumns = sql`id, name, email, company, created_at`;
const isPartner = sql`role = 'partner' and deleted_at is null`;

export async function findPartners(db: Db, limit: number): Promise<Partner[]> {
  return db.query<Partner>(sql`
    select ${partnerColumns} from users where ${isPartner}
    order by created_at desc, id desc limit ${limit}`);
}

export async function findPartner(db: Db, id: string): Promise<Partner | undefined> {
  const [partner] = await db.query<Partner>(sql`
    select ${partnerColumns} from users where id = ${id} and ${isPartner}`);
  return partner;
}

export async function updatePartner(
  db: Db,
  id: string,
  change: { name: string; company: string },
): Promise<Partner | undefined> {
  const [partner] = await db.query<Partner>(sql`
    update users set name = ${change.name}, company = ${change.company}
    where id = ${id} and ${isPartner}
    returning ${partnerColumns}`);
  return partner;
}

import type { ListedPartner, Partner } from '#contract/partners.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

const partnerColumns = sql`id, name, email, company, created_at`;
const isPartner = sql`role = 'partner' and deleted_at is null`;

export async function findPartners(db: Db, limit: number): Promise<ListedPartner[]> {
  return db.query<ListedPartner>(sql`
    select ${partnerColumns}, last_signed_in_at, coalesce(counted.leads, 0)::bigint as leads,
      coalesce(live.companies, 0)::bigint as live_companies
    from (
      select * from users where ${isPartner} order by created_at desc, id desc limit ${limit}
    ) partner
    left join (
      select partner_id, sum(count) as leads from lead_counts group by partner_id
    ) counted on counted.partner_id = partner.id
    left join (
      select partner_id, count(*) as companies from companies where live_leads > 0
      group by partner_id
    ) live on live.partner_id = partner.id
    order by created_at desc, id desc`);
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

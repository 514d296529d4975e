import type { CompanyLead } from '#contract/companies.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';

/** The newest, and how many there are. A lead without a company is one of its own. */
export async function findCompanyLeads(
  db: Db,
  whose: Whose,
  companyKey: string,
  most: number,
): Promise<{ leads: CompanyLead[]; total: number }> {
  // As migration 0011 writes it: only then is its index used.
  const ofCompany = sql`${ownedBy(whose)}
    and (case when company_name is not null then company_key end) = ${companyKey}`;
  const rows = await db.queryOnce<CompanyLead & { total: number }>(sql`
    select counted.total, lead.id, lead.first_name, lead.last_name, lead.contact_name, lead.email,
      lead.status, lead.created_at
    from (select count(*) as total from leads where ${ofCompany}) counted
    cross join lateral (
      select * from leads where ${ofCompany} order by id desc limit ${most}
    ) lead
    order by lead.created_at desc, lead.id desc`);
  return { leads: rows.map(({ total: _, ...lead }) => lead), total: rows[0]?.total ?? 0 };
}

/** The only one that a company without a name has. */
export async function findNamelessLead(
  db: Db,
  whose: Whose,
  id: string,
): Promise<CompanyLead | undefined> {
  const [lead] = await db.query<CompanyLead>(sql`
    select id, first_name, last_name, contact_name, email, status, created_at
    from leads where id = ${id} and company_name is null and ${ownedBy(whose)}`);
  return lead;
}

import { type Lead, lead } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';
import { columnsOf, withOwner } from './lead-columns.queries.ts';
import type { Side } from './lead-filter.ts';
import type { DuplicateKeys } from './lead-row.ts';

/** What of a new lead is compared: a key that is left out is not. */
export type PossibleDuplicate = { email?: string; contact?: Omit<DuplicateKeys, 'email'> };

/** The newest leads of this partner that are the same by their email, or by company and contact. */
export async function findDuplicateLeads(
  db: Db,
  partnerId: string,
  { email, contact }: PossibleDuplicate,
  { most, side }: { most: number; side: Side },
): Promise<Lead[]> {
  const same = [
    ...(email === undefined ? [] : [sameEmail(email)]),
    ...(contact ? [sameContact(contact)] : []),
  ];
  if (same.length === 0) return [];
  return db.queryOnce<Lead>(sql`
    select ${columnsOf(lead.shape, side)}
    from (
      select * from leads where partner_id = ${partnerId} and (${joined(same, ' or ')})
      order by created_at desc, id desc limit ${most}
    ) lead
    ${withOwner}
    order by lead.created_at desc, lead.id desc`);
}

/** The digest finds it in its index, the text makes sure. */
function sameEmail(email: string): Sql {
  return sql`(
    md5(split_part(search_text, e'\\n', 3)) = md5(${email}::text)
    and split_part(search_text, e'\\n', 3) = ${email})`;
}

function sameContact({ company, contact }: Omit<DuplicateKeys, 'email'>): Sql {
  return sql`(
    md5(company_key || e'\\n' || split_part(search_text, e'\\n', 2))
      = md5(${company}::text || e'\\n' || ${contact}::text)
    and company_key = ${company} and split_part(search_text, e'\\n', 2) = ${contact})`;
}

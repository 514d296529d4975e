import type { CompanyLead } from '#contract/companies.ts';
import { maxCompanyLeads } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import type { Whose } from '#server/lib/whose.ts';
import { findCompanyLeads, findNamelessLead } from './company-leads.queries.ts';
import { leadOfKey } from './lead-row.ts';

/** The leads of a company of a partner, whatever their status, the newest first. */
export async function listCompanyLeads(
  db: Db,
  whose: Whose,
  company: { name: string | null; company_key: string },
): Promise<{ leads: CompanyLead[]; total: number }> {
  if (company.name !== null) {
    return findCompanyLeads(db, whose, company.company_key, maxCompanyLeads);
  }
  const lead = await findNamelessLead(db, whose, leadOfKey(company.company_key));
  return lead ? { leads: [lead], total: 1 } : { leads: [], total: 0 };
}

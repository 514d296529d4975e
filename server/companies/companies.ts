import { type Company, companyText } from '#contract/companies.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import type { Whose } from '#server/lib/whose.ts';
import { type Commissions, findLiveCompanies, updateCommissions } from './companies.queries.ts';

export async function listLiveCompanies(
  db: Db,
  whose: Whose,
  page: { limit: number; offset: number; search: string | null },
): Promise<{ companies: Company[]; total: number; source: 'portal' }> {
  return { ...(await findLiveCompanies(db, whose, page)), source: 'portal' };
}

export async function changeCommissions(
  db: Db,
  whose: Whose,
  id: string,
  change: Commissions,
): Promise<Company> {
  const company = await updateCommissions(db, whose, id, change);
  if (!company) throw new AppError('not_found', companyText.notFound);
  return company;
}

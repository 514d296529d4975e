import { type Company, companyText } from '#contract/companies.ts';
import { crmText } from '#contract/crm.ts';
import { AppError } from '#server/app-error.ts';
import { readFreshness } from '#server/crm/freshness.ts';
import type { Db } from '#server/db/database.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  type Commissions,
  deleteMirrored,
  findLiveCompanies,
  findMirrored,
  type MirroredCompany,
  type Source,
  updateCommissions,
  upsertMirrored,
} from './companies.queries.ts';

export type { MirroredCompany };

export async function listLiveCompanies(
  db: Db,
  whose: Whose,
  page: { limit: number; offset: number; search: string | null },
): Promise<{ companies: Company[]; total: number; source: Source; as_of: string | null }> {
  const { isOn, asOf } = await readFreshness(db);
  const source = isOn ? 'hubspot' : 'portal';
  return { ...(await findLiveCompanies(db, whose, page, source)), source, as_of: asOf };
}

export async function changeCommissions(
  db: Db,
  whose: Whose,
  id: string,
  change: Commissions,
): Promise<Company> {
  const { isOn } = await readFreshness(db);
  if (isOn) throw new AppError('conflict', crmText.commissionsMirrored);
  const company = await updateCommissions(db, whose, id, change);
  if (!company) throw new AppError('not_found', companyText.notFound);
  return company;
}

/** What HubSpot says of its companies, beside what administrators have set. */
export async function mirrorCommissions(tx: Db, companies: MirroredCompany[]): Promise<void> {
  await upsertMirrored(tx, companies);
}

/** Of companies that HubSpot has no more. */
export async function forgetCommissions(tx: Db, ids: string[]): Promise<void> {
  await deleteMirrored(tx, ids);
}

export async function readMirroredCommissions(tx: Db, ids: string[]): Promise<MirroredCompany[]> {
  return findMirrored(tx, ids);
}

import type { CommissionSource } from '#contract/commissions.ts';
import { companyText } from '#contract/company-text.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { AppError } from '#server/app-error.ts';
import { readFreshness } from '#server/crm/kept/freshness.ts';
import type { Db } from '#server/db/database.ts';
import { findEvents, type ToldEvent } from '#server/events/events.ts';
import { listCompanyLeads } from '#server/leads/company-leads.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  findCompany,
  findLiveCompanies,
  findSharedWith,
  type LivePage,
} from './companies.queries.ts';
import {
  deleteMirrored,
  findMirrored,
  type MirroredCompany,
  upsertMirrored,
} from './mirror.queries.ts';

export type { MirroredCompany };

/** Where commissions are kept, and of when they are. */
export async function readSource(
  db: Db,
): Promise<{ source: CommissionSource; as_of: string | null }> {
  const { isOn, asOf } = await readFreshness(db);
  return { source: isOn ? 'hubspot' : 'portal', as_of: asOf };
}

export async function listLiveCompanies(
  db: Db,
  whose: Whose,
  page: { limit: number; offset: number; search: string | null },
): Promise<LivePage & { source: CommissionSource; as_of: string | null }> {
  const kept = await readSource(db);
  return { ...(await findLiveCompanies(db, whose, page, kept.source)), ...kept };
}

type OpenedCompany = Omit<ResponseOf<typeof routes.getCompany>, 'currency'>;

/** Also one that is no longer live: what it paid stays on its partner's statements. */
export async function getCompany(db: Db, whose: Whose, id: string): Promise<OpenedCompany> {
  const kept = await readSource(db);
  const found = await findCompany(db, whose, id, kept.source);
  if (!found) throw new AppError('not_found', companyText.notFound);
  const { company_key: _, ...company } = found;
  const { leads, total } = await listCompanyLeads(db, { partner: company.partner_id }, found);
  // A partner is told of no other one.
  const mayBeShared = whose === 'everyone' && kept.source === 'hubspot';
  const shared_with = mayBeShared ? await findSharedWith(db, whose, id) : [];
  return { company, leads, leads_total: total, shared_with, ...kept };
}

type CompanyEvents = ResponseOf<typeof routes.listCompanyEvents>;

/** How the commissions of a company have changed, oldest first. */
export async function readCompanyHistory(
  db: Db,
  whose: Whose,
  id: string,
  page: { limit: number; offset: number },
): Promise<CompanyEvents> {
  const company = await findCompany(db, whose, id, 'portal');
  if (!company) throw new AppError('not_found', companyText.notFound);
  const { events, total } = await findEvents(db, whose, id, page);
  return { events: events.map(commissionEvent), total };
}

/** The rules, and the database for HubSpot's amounts, have recorded it in the form that the contract tells. */
export function commissionEvent({
  id,
  at,
  by,
  via,
  data,
}: Pick<ToldEvent, 'id' | 'at' | 'by' | 'via' | 'data'>): CompanyEvents['events'][number] {
  const { changes = {}, explanations = {}, reason = null } = data as Partial<Recorded>;
  const source = via === 'hubspot' ? 'hubspot' : 'portal';
  return { id, kind: 'commission', at, by, source, changes, explanations, reason };
}

export type Recorded = Pick<CompanyEvents['events'][number], 'changes' | 'explanations' | 'reason'>;

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

import type { LeadFilter, LeadSort } from '#contract/lead-queries.ts';
import { newLeadsSince } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { maxDuplicatesTold } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import type { Whose } from '#server/lib/whose.ts';
import { findDuplicateLeads } from './duplicates.queries.ts';
import { findFirstPage, isUsualFirstPage } from './first-page.queries.ts';
import { findLastPage, rememberTotal } from './last-page.ts';
import { type ListReader, readLeadFilter, type Side } from './lead-filter.ts';
import {
  type Asked,
  countedByDay,
  type FoundLeads,
  findAnyPage,
  findFarPage,
  findPlacedPage,
  isFarPage,
  isOfDeletedPartners,
} from './lead-pages.queries.ts';
import { duplicateKeys } from './lead-row.ts';
import { findFewLeads, searchByRarePart } from './lead-search.queries.ts';

type ListQuery = Partial<LeadFilter> & {
  limit: number;
  offset: number;
  sort?: LeadSort | undefined;
};

export async function listLeads(
  db: Db,
  whose: Whose,
  query: ListQuery,
  reader: ListReader,
): Promise<{ leads: Lead[]; total: number }> {
  const { limit, offset, sort } = query;
  const order = { sort, newSince: newLeadsSince(reader.now) };
  const page = { limit, offset, order, side: reader.role };
  return findPage(db, { whose, match: readLeadFilter(query, reader), page });
}

async function findPage(db: Db, asked: Asked): Promise<FoundLeads> {
  const found = await findByShortestWay(db, asked);
  rememberTotal(asked, found.total);
  return found;
}

/** All ways lead to the same leads; each is the shortest to some of the lists. */
async function findByShortestWay(db: Db, asked: Asked): Promise<FoundLeads> {
  const { search, deletedSince } = asked.match;
  if (isUsualFirstPage(asked)) return findFirstPage(db, asked);
  const last = isFarPage(asked) ? await findLastPage(db, asked) : undefined;
  if (last) return last;
  const byDay = search !== undefined || isFarPage(asked) ? countedByDay(asked) : undefined;
  if (byDay) return findPlacedPage(db, asked, byDay);
  if (isFarPage(asked) || isOfDeletedPartners(asked)) return findFarPage(db, asked);
  if (!search || deletedSince) return findAnyPage(db, asked);
  const searched = { ...asked, match: await searchByRarePart(db, asked.match, search) };
  return (await findFewLeads(db, searched)) ?? findAnyPage(db, searched);
}

/** What a form holds of a lead that is being written. */
type LeadInTheMaking = Record<'email' | 'company_name' | 'first_name' | 'last_name', string | null>;

/** The leads of this partner that an import would call the same; nobody else's are looked at. */
export async function listDuplicates(
  db: Db,
  partnerId: string,
  { email, company_name, first_name, last_name }: LeadInTheMaking,
  side: Side,
): Promise<Lead[]> {
  const { email: emailKey, ...contact } = duplicateKeys({
    email: email ?? '',
    company_name: company_name ?? '',
    first_name: first_name ?? '',
    last_name: last_name ?? '',
  });
  const same = {
    ...(email && { email: emailKey }),
    ...(company_name && first_name && last_name && { contact }),
  };
  return findDuplicateLeads(db, partnerId, same, { most: maxDuplicatesTold, side });
}

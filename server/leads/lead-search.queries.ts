import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { LeadMatch } from './lead-filter.ts';
import { matchingLeads, orderBy } from './lead-list.queries.ts';
import {
  type Asked,
  type FoundLeads,
  foundIn,
  type LeadRowOfPage,
  leadsOf,
} from './lead-pages.queries.ts';
import { letterCounts } from './letter-counts.ts';
import { beginningOf, keysOfParts, rarePartOf, searchedText } from './narrow-search.ts';

/** Of up to so many what they are sorted by is held at once: some megabytes. */
const fewFound = 20_000;

/**
 * What a search finds, where that is not much: read once, and not once for the page and once for the
 * total. Asked for the page alone, PostgreSQL may go through the leads in the order of the list until it
 * has met ten: of a text that only old leads have, through most of them. Undefined where it is more.
 */
export async function findFewLeads(
  db: Db,
  asked: Asked,
  most = fewFound,
): Promise<FoundLeads | undefined> {
  const { whose, match, page } = asked;
  const hits = sql`
    with hits as materialized (
      select id, created_at, status_key, company_name, company_key
      from leads where ${matchingLeads(whose, match)} limit ${most + 1}
    ), counted as materialized (
      select count(*) as total from hits
    )`;
  const pageOfHits = sql`
    select id from hits where (select total from counted) <= ${most}
    order by ${orderBy(page.order, match)} limit ${page.limit} offset ${page.offset}`;
  const total = sql`select total from counted`;
  const query = sql`${hits} ${leadsOf(asked, { total, page: pageOfHits })}`;
  const found = foundIn(await db.queryOnce<LeadRowOfPage>(query));
  return found.total > most ? undefined : found;
}

/** The index is asked for the rare part alone: of the whole text it makes something it does not know. */
export async function searchByRarePart(
  db: Db,
  match: LeadMatch,
  search: string,
): Promise<LeadMatch> {
  const whole = searchedText(search);
  const beginning = beginningOf(whole);
  const part = rarePartOf(beginning, await letterCounts(db, keysOfParts(beginning)));
  if (part === whole) return match;
  return { ...match, search: undefined, searchByPart: { part, whole } };
}

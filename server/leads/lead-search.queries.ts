import { lead } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { columnsOf, withOwner } from './lead-columns.queries.ts';
import { countOfKeys } from './lead-days.queries.ts';
import type { LeadMatch } from './lead-filter.ts';
import { matchingLeads, orderBy } from './lead-list.queries.ts';
import { type Asked, type FoundLeads, foundIn, type LeadRowOfPage } from './lead-pages.queries.ts';
import { keysOfParts, rarePartOf, searchedText } from './narrow-search.ts';

/** Up to so many are read at once, and counted and sorted from there. */
const fewFound = 1_000;

/**
 * What a search finds, where that is not much: read once, and not once for the page and once for the
 * total. Undefined where it is more.
 */
export async function findFewLeads(
  db: Db,
  { whose, match, page }: Asked,
): Promise<FoundLeads | undefined> {
  const { order, side, limit, offset } = page;
  const rows = await db.queryOnce<LeadRowOfPage>(sql`
    with hits as materialized (
      select * from leads where ${matchingLeads(whose, match)}
      limit ${fewFound + 1}
    )
    select counted.total, ${columnsOf(lead.shape, side)}
    from (select count(*) as total from hits) counted
    left join lateral (
      select * from hits where counted.total <= ${fewFound}
      order by ${orderBy(order, match)} limit ${limit} offset ${offset}
    ) lead on true
    ${withOwner}
    order by ${orderBy(order, match, sql`lead.`)}`);
  const found = foundIn(rows);
  return found.total > fewFound ? undefined : found;
}

/** The index is asked for the rare part alone: of the whole text it makes something it does not know. */
export async function searchByRarePart(
  db: Db,
  match: LeadMatch,
  search: string,
): Promise<LeadMatch> {
  const whole = searchedText(search);
  const part = rarePartOf(whole, await countOfKeys(db, keysOfParts(whole)));
  if (part === whole) return match;
  return { ...match, search: undefined, searchByPart: { part, whole } };
}

import { lead } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import { columnsOf, withOwner } from './lead-columns.queries.ts';
import { countOfKeys } from './lead-days.queries.ts';
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
  search: string,
): Promise<FoundLeads | undefined> {
  const { order, side, limit, offset } = page;
  const others = matchingLeads(whose, { ...match, search: undefined });
  const rows = await db.queryOnce<LeadRowOfPage>(sql`
    with hits as materialized (
      select * from leads where ${others} and ${await foundByRarePart(db, searchedText(search))}
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
async function foundByRarePart(db: Db, text: string): Promise<Sql> {
  const part = rarePartOf(text, await countOfKeys(db, keysOfParts(text)));
  const whole = substringPattern(text);
  if (part === text) return sql`search_text like ${whole}`;
  return sql`search_text like ${substringPattern(part)} and search_text || '' like ${whole}`;
}

import { defaultLeadSort, type LeadSort } from '#contract/lead-queries.ts';
import { type Lead, lead } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';
import { everyLead, lettersOfDays, statusOfDays } from './day-keys.ts';
import { columnsOf, withOwner } from './lead-columns.queries.ts';
import type { LeadMatch, Side } from './lead-filter.ts';
import {
  inStatuses,
  isCounted,
  type LeadOrder,
  orderBy,
  pagedLeads,
  tableOf,
  totalOf,
} from './lead-list.queries.ts';
import { searchedText } from './narrow-search.ts';
import { type CountedByDay, daysOfPage } from './page-days.queries.ts';

export type LeadPage = {
  limit: number;
  offset: number;
  order: LeadOrder;
  /** Whose notes count as unread. */
  side: Side;
};
export type FoundLeads = { leads: Lead[]; total: number };

/** The leads of a list, whose they are, and which of them are shown. */
export type Asked = { whose: Whose; match: LeadMatch; page: LeadPage };

export type LeadRowOfPage = Lead & { total: number };

/** Every row tells the total; where no lead is on the page, one row does nothing else. */
export function foundIn(rows: LeadRowOfPage[]): FoundLeads {
  const leads = rows.filter((row) => row.id !== null).map(({ total: _, ...shown }) => shown);
  return { leads, total: rows[0]?.total ?? 0 };
}

export const isByDate = (sort: LeadSort | undefined) => !sort || sort.endsWith('created_at');

/** Lists of everybody's leads by date, of all or some statuses. */
export function countedByDay({ whose, match, page }: Asked): CountedByDay | undefined {
  const { statusKeys = [], search, ...others } = match;
  const isNarrowed = Object.values(others).some((value) => value !== undefined);
  if (whose !== 'everyone' || isNarrowed || !isByDate(page.order.sort)) return undefined;
  if (search !== undefined) return statusKeys.length === 0 ? countedByLetters(search) : undefined;
  const total = totalOf(whose, match);
  if (statusKeys.length === 0) {
    return { keys: [everyLead], condition: sql`true`, by: 'lead', total };
  }
  const keys = statusKeys.map(statusOfDays);
  return { keys, condition: inStatuses(statusKeys), by: 'status', total };
}

/** One letter or two are in no index, but counted by day. */
function countedByLetters(search: string): CountedByDay | undefined {
  const text = searchedText(search);
  if ([...text].length > 2) return undefined;
  // Not as the index of searches knows it: of one letter or two it would read all that it has.
  const condition = sql`search_text || '' like ${substringPattern(text)}`;
  return { keys: [lettersOfDays(text)], condition, by: 'letters' };
}

/** Pages are counted off by id alone, so that a late page is read from the index. */
function pageOf({ whose, match, page }: Asked): Sql {
  const { order, limit, offset } = page;
  return sql`
    select id ${pagedLeads(whose, match, { order, most: limit + offset })}
    order by ${orderBy(order, match)} limit ${limit} offset ${offset}`;
}

/**
 * The leads of a page that tells their ids. The limit of one keeps the lookup of a lead a lookup,
 * whatever a table that has just grown is thought to hold; the offset of none has their owners looked for
 * once, not all of them for each lead.
 */
export function leadsOf(
  { match, page: { order, side } }: Asked,
  { total, page }: { total: Sql; page: Sql },
): Sql {
  return sql`
    select counted.total, ${columnsOf(lead.shape, side, match.deletedSince ? 'deleted' : 'kept')}
    from (${total}) counted
    left join lateral (
      select found.* from (${page}) page
      cross join lateral (select * from ${tableOf(match)} where id = page.id limit 1) found
      offset 0
    ) lead on true
    ${withOwner}
    order by ${orderBy(order, match, sql`lead.`)}`;
}

/**
 * A page and the total, also past the last page, in one round trip. Planned with its values: what is
 * a good plan for one search or country is a bad one for the next.
 */
export async function findAnyPage(db: Db, asked: Asked): Promise<FoundLeads> {
  const { whose, match } = asked;
  const query = leadsOf(asked, { total: totalOf(whose, match), page: pageOf(asked) });
  return foundIn(await db.queryOnce<LeadRowOfPage>(query));
}

/** Up to here, counting off what comes before a page costs less than asking where it is. */
const nearby = 1_000;

export function isFarPage({ match, page }: Asked): boolean {
  return page.offset > nearby && isCounted(match);
}

/** Their leads are few or none, so that whoever looks for a page of them goes through all others. */
export function isOfDeletedPartners({ whose, match }: Asked): boolean {
  return whose === 'deleted partners' && isCounted(match);
}

/** From whichever end of the list is nearer, unless the counters know that there is no such page. */
export async function findFarPage(db: Db, asked: Asked): Promise<FoundLeads> {
  const { whose, match, page } = asked;
  const [counted] = await db.query<{ total: number }>(totalOf(whose, match));
  const total = counted?.total ?? 0;
  const after = total - page.offset - page.limit;
  const withTotal = { total: sql`select ${total}::bigint as total` };
  if (total <= page.offset) return { leads: [], total };
  if (after > page.offset) {
    return foundIn(
      await db.queryOnce<LeadRowOfPage>(leadsOf(asked, { ...withTotal, page: pageOf(asked) })),
    );
  }
  const fromTheEnd = {
    order: { ...page.order, sort: reversed(page.order.sort) },
    limit: Math.min(page.limit, total - page.offset),
    offset: Math.max(0, after),
    side: page.side,
  };
  const end = pageOf({ whose, match, page: fromTheEnd });
  return foundIn(await db.queryOnce<LeadRowOfPage>(leadsOf(asked, { ...withTotal, page: end })));
}

/** Every order has its exact opposite. */
export function reversed(sort: LeadSort = defaultLeadSort): LeadSort {
  return (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as LeadSort;
}

/**
 * A page of leads that are counted by day: only its own days are read. One statement, planned once: how
 * many rows are wanted is asked for in it, since by the number itself PostgreSQL takes the plan for any
 * number to be the dearer one, although it is the same, and plans every page anew.
 */
export async function findPlacedPage(
  db: Db,
  asked: Asked,
  counted: CountedByDay,
): Promise<FoundLeads> {
  const { whose, match, page } = asked;
  const isNewestFirst = (page.order.sort ?? defaultLeadSort) === '-created_at';
  const order = orderBy(page.order, match);
  const rows = sql`(select ${page.limit}::bigint)`;
  const placed = sql`
    select found.id from held cross join lateral (
      select id, created_at from leads
      where created_at >= held.starts and created_at < held.ends
        and ${ownedBy(whose)} and ${counted.condition}
      order by ${order} limit ${rows}
      offset greatest(0, (select ${page.offset}::bigint) - held.before)
    ) found
    order by ${order} limit ${rows}`;
  const total = sql`select total from counted`;
  const days = daysOfPage(counted, { ...page, isNewestFirst });
  const query = sql`${days} ${leadsOf(asked, { total, page: placed })}`;
  return foundIn(await db.query<LeadRowOfPage>(query));
}

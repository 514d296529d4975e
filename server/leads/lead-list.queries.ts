import { defaultLeadSort, type LeadSort } from '#contract/lead-queries.ts';
import { initialStatus } from '#contract/lead-status.ts';
import type { Db } from '#server/db/database.ts';
import { columns, joined, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';
import { exportedColumns } from './export-columns.ts';
import { withOwner } from './lead-columns.queries.ts';
import type { LeadMatch, ShownAs } from './lead-filter.ts';
import { searchedText } from './narrow-search.ts';
import { inShownOrder, orderByShown } from './shown-order.queries.ts';
import { stuckLeads } from './stuck.queries.ts';

/** Where the leads are that a list shows. */
export function tableOf({ deletedSince }: LeadMatch): Sql {
  return deletedSince ? sql`deleted_leads` : sql`leads`;
}

/** One status is compared by itself: only then is its index known to be in the order of a list. */
export function inStatuses(keys: string[]): Sql {
  const [only] = keys;
  return keys.length === 1 ? sql`status_key = ${only}` : sql`status_key = any(${keys}::text[])`;
}

/** Those that still read New. */
function newestLeads(since: Date | Sql): Sql {
  return sql`status_key = ${initialStatus} and created_at >= ${since}::timestamptz`;
}

/**
 * Found first, then looked up by their key. Joined to a list that wants its first ten, each lead of the
 * list would be looked for among all of them: of 250,000 leads with 25,000 stuck for ten seconds.
 */
function oneOf(ids: Sql): Sql {
  return sql`id = any(array(${ids}))`;
}

type Condition<Value> = (value: Value, whose: Whose) => Sql;

/** By what narrows: a name that is missing here does not compile. */
const conditions: { [Name in keyof LeadMatch]-?: Condition<NonNullable<LeadMatch[Name]>> } = {
  ids: (ids) => sql`id = any(${ids}::uuid[])`,
  statusKeys: inStatuses,
  shownAs: ({ keys, newSince }) => {
    if (!keys.includes(initialStatus)) {
      return sql`(${inStatuses(keys)}
        or (status_key = ${initialStatus} and created_at < ${newSince}::timestamptz))`;
    }
    if (keys.length === 1) return newestLeads(newSince);
    return sql`(${inStatuses(keys)}
      and (status_key <> ${initialStatus} or created_at >= ${newSince}::timestamptz))`;
  },
  search: (text) => sql`search_text like ${substringPattern(searchedText(text))}`,
  // The whole is hidden from the index, which would read its long lists for the common parts too.
  searchByPart: ({ part, whole }) => sql`
    (search_text like ${substringPattern(part)}
      and search_text || '' like ${substringPattern(whole)})`,
  importId: (id) => sql`import_id = ${id}`,
  ownImport: (id, whose) => sql`
    exists (select 1 from imports where imports.id = ${id} and ${ownedBy(whose)})`,
  from: (moment) => sql`created_at >= ${moment}::timestamptz`,
  before: (moment) => sql`created_at < ${moment}::timestamptz`,
  country: (name) => sql`lower(country) = lower(${name}::text)`,
  source: (source) => sql`source = ${source}`,
  wonFrom: (moment) => sql`won_at >= ${moment}::timestamptz`,
  wonBefore: (moment) => sql`won_at < ${moment}::timestamptz`,
  reached: (stage) => sql`coalesce(came, 0) >= ${stage}`,
  stuckAt: (now, whose) => oneOf(sql`select id from (${stuckLeads(whose, now)}) stuck`),
  unreadBy: (side, whose) =>
    oneOf(sql`select lead_id from unread_notes where side = ${side} and ${ownedBy(whose)}`),
  deletedSince: (moment) => sql`deleted_at > ${moment}::timestamptz`,
};

/** The condition for all leads that a list shows, for a `where` on their table alone. */
export function matchingLeads(whose: Whose, match: LeadMatch): Sql {
  const asked = Object.entries(match).filter(([, value]) => value !== undefined);
  const narrowed = asked.map(([name, value]) =>
    (conditions[name as keyof LeadMatch] as Condition<unknown>)(value, whose),
  );
  return joined([ownedBy(whose), ...narrowed], ' and ');
}

/** How a list is sorted; before `newSince` a new lead reads otherwise. */
export type LeadOrder = { sort: LeadSort | undefined; newSince: Date };
/** Without a sort of its own a list is newest first: by submission, or by deletion. */
type Order = LeadSort | '-deleted_at';

/**
 * Each of these, and its reverse, is the order of an index, or put together from one, whose last column
 * is the id: no page reads more than what comes before it, and none overlaps the next. Companies that
 * have the same name are newest first, since ids grow with time; leads without a company come after all
 * that have one.
 */
const orders: Record<Order, (of: Sql, newSince: Date) => Sql> = {
  '-created_at': (of) => sql`${of}created_at desc, ${of}id desc`,
  created_at: (of) => sql`${of}created_at, ${of}id`,
  status: (of, newSince) => orderByShown('status', newSince, of),
  '-status': (of, newSince) => orderByShown('-status', newSince, of),
  company_name: (of) => sql`${companyOrder(of)}, ${of}id desc`,
  '-company_name': (of) => sql`${companyOrder(of)} desc, ${of}id`,
  '-deleted_at': (of) => sql`${of}deleted_at desc, ${of}id desc`,
};

/** As migration 0011 writes it: only then are its indexes used. */
function companyOrder(of: Sql): Sql {
  return sql`(case when ${of}company_name is not null then ${of}company_key end)`;
}

export function orderOf({ sort = defaultLeadSort, newSince }: LeadOrder, of = sql``): Sql {
  return orders[sort](of, newSince);
}

export function orderBy(order: LeadOrder, { deletedSince }: LeadMatch, of = sql``): Sql {
  return deletedSince && !order.sort
    ? orders['-deleted_at'](of, order.newSince)
    : orderOf(order, of);
}

/** Which way the ranges of an index are put together; the few deleted leads are sorted as they are. */
function shownDirection({ sort }: LeadOrder, { deletedSince }: LeadMatch) {
  return !deletedSince && (sort === 'status' || sort === '-status') ? sort : undefined;
}

/** Known without counting for as long as all its leads are as they were stored. */
function storedByImport(whose: Whose, id: string): Sql {
  return sql`(
    select stored::bigint from imports
    where id = ${id} and ${ownedBy(whose)} and undone_at is null
      and not exists (select 1 from touched_leads where import_id = ${id}))`;
}

/** What narrows a list, beside partner and status; whose an import is goes with the import. */
function narrowingOf(match: LeadMatch): unknown[] {
  const { statusKeys: _, shownAs: __, ownImport: ___, ...others } = match;
  return Object.values(others).filter((value) => value !== undefined);
}

/** The counters know every total that goes by partner and status alone, or nearly. */
export function isCounted(match: LeadMatch): boolean {
  return narrowingOf(match).length === 0;
}

/**
 * Of those that read New or no longer do the counters know all but the age: what was added in the last
 * days is counted. Values are asked for in the statement, so that its plan is made once (decision 0030).
 */
function totalByAge(whose: Whose, shownAs: ShownAs): Sql {
  const { counted, sign } = countersOf(shownAs);
  return sql`
    select coalesce(sum(count), 0)::bigint
      + ${sign}::int * ${countNewest(ownedBy(whose), sql`(select ${shownAs.newSince}::timestamptz)`)}
      as total
    from lead_counts
    where ${ownedBy(whose)} and status_key = any((select ${counted}::text[])::text[])`;
}

/** The counters to add up, and whether leads that still read New are added to them or left out. */
export function countersOf({ keys }: ShownAs): { counted: string[]; sign: 1 | -1 } {
  return keys.includes(initialStatus)
    ? { counted: keys.filter((key) => key !== initialStatus), sign: 1 }
    : { counted: [...keys, initialStatus], sign: -1 };
}

export function countNewest(owned: Sql, since: Sql): Sql {
  return sql`(select count(*) from leads where ${owned} and ${newestLeads(since)})`;
}

export function totalOf(whose: Whose, match: LeadMatch): Sql {
  if (isCounted(match)) {
    if (match.shownAs) return totalByAge(whose, match.shownAs);
    return sql`
      select coalesce(sum(count), 0)::bigint as total from lead_counts
      where ${matchingLeads(whose, match)}`;
  }
  const counted = sql`(select count(*) from ${tableOf(match)} where ${matchingLeads(whose, match)})`;
  const isImportAlone = narrowingOf(match).length === 1 && !match.statusKeys && !match.shownAs;
  if (!match.importId || !isImportAlone) return sql`select ${counted} as total`;
  return sql`select coalesce(${storedByImport(whose, match.importId)}, ${counted}) as total`;
}

/** Where the ids of a page are counted off. */
export function pagedLeads(
  whose: Whose,
  match: LeadMatch,
  { order, most }: { order: LeadOrder; most: number },
): Sql {
  const from = sql`from ${tableOf(match)} where ${matchingLeads(whose, match)}`;
  const direction = shownDirection(order, match);
  if (!direction) return from;
  const ranges = { direction, newSince: order.newSince, most };
  return sql`from (${inShownOrder({ fields: sql`id, status_key, created_at`, from }, ranges)}) shown`;
}

/** How many leads a list shows. */
export async function countMatchingLeads(db: Db, whose: Whose, match: LeadMatch): Promise<number> {
  const [row] = await db.queryOnce<{ total: number }>(totalOf(whose, match));
  return row?.total ?? 0;
}

/** Every lead that a list shows, in its order, for a cursor. */
export function exportedLeads(whose: Whose, match: LeadMatch, order: LeadOrder): Sql {
  const fields = exportedColumns.map((field) => sql`lead.${columns([field])}`);
  const from = sql`from ${tableOf(match)} lead where ${matchingLeads(whose, match)}`;
  const direction = shownDirection(order, match);
  if (direction) {
    // Looked up for each: a join may turn round the order in which the ranges come.
    const partner = sql`(
      select name from users where users.id = lead.partner_id and deleted_at is null) as partner_name`;
    const all = joined([...fields, partner], ', ');
    return inShownOrder({ fields: all, from }, { direction, newSince: order.newSince });
  }
  return sql`
    select ${joined(fields, ', ')}, owner.name as partner_name
    from (select * from ${tableOf(match)} where ${matchingLeads(whose, match)}) lead
    ${withOwner}
    order by ${orderBy(order, match, sql`lead.`)}`;
}

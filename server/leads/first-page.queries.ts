import { defaultLeadSort } from '#contract/lead-queries.ts';
import { initialStatus } from '#contract/lead-status.ts';
import { lead } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';
import { columnsOf, withOwner } from './lead-columns.queries.ts';
import type { ShownAs } from './lead-filter.ts';
import {
  countersOf,
  countNewest,
  isCounted,
  type LeadOrder,
  orderOf,
} from './lead-list.queries.ts';
import {
  type Asked,
  type FoundLeads,
  foundIn,
  isByDate,
  type LeadPage,
  type LeadRowOfPage,
} from './lead-pages.queries.ts';

/** They stand in the text, so that it is known how little is read. Each is a statement of its own. */
const usualLimits: Record<number, Sql> = {
  5: sql`limit 5`,
  10: sql`limit 10`,
  20: sql`limit 20`,
  30: sql`limit 30`,
  40: sql`limit 40`,
  50: sql`limit 50`,
  100: sql`limit 100`,
};

/** The first page of a list whose total the counters know, and whose order is that of one index. */
export function isUsualFirstPage({ whose, match, page }: Asked): boolean {
  const { sort } = page.order;
  const byStatus = match.statusKeys ?? match.shownAs;
  const isInOrder = isByDate(sort) || (!byStatus && sort?.endsWith('company_name'));
  const isUsual = page.offset === 0 && page.limit in usualLimits;
  return isUsual && Boolean(isInOrder) && isCounted(match) && whose !== 'deleted partners';
}

/** What differs from call to call of one statement. */
const partnerSlot = {};
const statusSlot = {};
const statusesSlot = {};
const newSinceSlot = {};
const rangeSlots = { statuses: {}, from: {}, before: {}, counted: {}, sign: {} };
/**
 * Asked for in the statement: by the value itself PostgreSQL may take the plan for any value to be the
 * dearer one, although it is the same, and plan every page anew, which takes longer than reading it.
 */
const thePartner = sql`(select ${partnerSlot}::uuid)`;
const theStatus = sql`(select ${statusSlot}::text)`;
const theStatuses = sql`(select ${statusesSlot}::text[])`;
const newSince = sql`(select ${newSinceSlot}::timestamptz)`;

type Statuses = 'all' | 'one' | 'several' | 'by age';
type Shape = { ofPartner: boolean; statuses: Statuses; page: LeadPage };

function shapeOf({ whose, match, page }: Asked): Shape {
  return { ofPartner: typeof whose === 'object', statuses: statusesOf(match), page };
}

function statusesOf({ statusKeys, shownAs }: Asked['match']): Statuses {
  if (shownAs) return 'by age';
  if (!statusKeys) return 'all';
  return statusKeys.length === 1 ? 'one' : 'several';
}

/** What a list by age asks of each status: of the new ones those of the last days, or those before. */
function rangesOf(shownAs: ShownAs): [slot: unknown, value: unknown][] {
  const { keys, newSince: since } = shownAs;
  const others = keys.filter((key) => key !== initialStatus);
  const isNewAsked = keys.includes(initialStatus);
  const { counted, sign } = countersOf(shownAs);
  return [
    [rangeSlots.statuses, [...others, initialStatus]],
    [rangeSlots.from, [...others.map(() => '-infinity'), isNewAsked ? since : '-infinity']],
    [rangeSlots.before, [...others.map(() => 'infinity'), isNewAsked ? 'infinity' : since]],
    [rangeSlots.counted, counted],
    [rangeSlots.sign, sign],
    [newSinceSlot, since],
  ];
}

/** A fixed statement, whose plan is made once: it is the right one for any partner and status. */
export async function findFirstPage(db: Db, asked: Asked): Promise<FoundLeads> {
  const { whose, match } = asked;
  const { strings, values } = statementOf(shapeOf(asked));
  const slots = new Map<unknown, unknown>([
    [partnerSlot, typeof whose === 'object' ? whose.partner : null],
    [statusSlot, match.statusKeys?.[0]],
    [statusesSlot, match.statusKeys],
    ...(match.shownAs ? rangesOf(match.shownAs) : []),
  ]);
  const filled = values.map((value) => (slots.has(value) ? slots.get(value) : value));
  return foundIn(await db.query<LeadRowOfPage>({ strings, values: filled }));
}

const statements = new Map<string, Sql>();

/** Put together once: for a page that the database has at hand, that would take longer than to read it. */
function statementOf(shape: Shape): Sql {
  const { ofPartner, statuses, page } = shape;
  const name = [ofPartner, statuses, page.limit, page.order.sort, page.side].join();
  const known = statements.get(name) ?? firstPageOf(shape);
  statements.set(name, known);
  return known;
}

function firstPageOf(shape: Shape): Sql {
  const { order, side } = shape.page;
  return sql`
    select counted.total, ${columnsOf(lead.shape, side)}
    from (${counted(shape)}) counted
    left join lateral (${firstOf(shape)}) lead on true
    ${withOwner}
    order by ${orderOf(order, sql`lead.`)}`;
}

const ofStatuses: Record<Statuses, Sql> = {
  all: sql`true`,
  one: sql`status_key = ${theStatus}`,
  several: sql`status_key = any(${theStatuses}::text[])`,
  'by age': sql`status_key = any((select ${rangeSlots.counted}::text[])::text[])`,
};

function counted({ ofPartner, statuses }: Shape): Sql {
  const owned = ofPartner ? sql`partner_id = ${thePartner}` : sql`true`;
  const newest =
    statuses === 'by age'
      ? sql`+ (select ${rangeSlots.sign}::int) * ${countNewest(owned, newSince)}`
      : sql``;
  return sql`
    select coalesce(sum(count), 0)::bigint ${newest} as total from lead_counts
    where ${owned} and ${ofStatuses[statuses]}`;
}

function firstOf({ ofPartner, statuses, page: { order, limit } }: Shape): Sql {
  const usual = usualLimits[limit] ?? sql`limit ${limit}`;
  const partner = ofPartner ? [[sql`partner_id`, thePartner]] : [];
  const ofStatus = (status: Sql, aged?: Sql) => {
    const kept = [...partner, [sql`status_key`, status]];
    return sql`${inOrderOfIndex(kept, order, aged)} ${usual}`;
  };
  if (statuses === 'all') return sql`${inOrderOfIndex(partner, order)} ${usual}`;
  if (statuses === 'one') return ofStatus(theStatus);
  const aged = sql`created_at >= wanted.since and created_at < wanted.before`;
  const [wanted, first] =
    statuses === 'several'
      ? [sql`unnest(${theStatuses}) wanted (status)`, ofStatus(sql`wanted.status`)]
      : [ranges, ofStatus(sql`wanted.status`, aged)];
  return sql`
    select of_status.* from ${wanted}
    cross join lateral (${first}) of_status
    order by ${orderOf(order)} ${usual}`;
}

const ranges = sql`
  unnest((select ${rangeSlots.statuses}::text[]), (select ${rangeSlots.from}::timestamptz[]),
    (select ${rangeSlots.before}::timestamptz[])) wanted (status, since, before)`;

/**
 * The leads of one partner, status or both. Their columns are kept between a value and itself and
 * named first in the order: so only the index that begins with them has that order. For a partner or
 * status with few leads, going through everybody's by date would read them all.
 */
function inOrderOfIndex(kept: Sql[][], order: LeadOrder, aged = sql`true`): Sql {
  const isForward = ['-created_at', 'company_name'].includes(order.sort ?? defaultLeadSort);
  const conditions = kept.map(
    ([column, value]) => sql`${column} >= ${value} and ${column} <= ${value}`,
  );
  const first = kept.map(([column]) => (isForward ? sql`${column}` : sql`${column} desc`));
  return sql`
    select * from leads where ${joined([aged, ...conditions], ' and ')}
    order by ${joined([...first, orderOf(order)], ', ')}`;
}

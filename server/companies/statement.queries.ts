import {
  type CommissionName,
  type CommissionSource,
  commissionNames,
} from '#contract/commissions.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import type { Db } from '#server/db/database.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { ToldEvent } from '#server/events/events.ts';
import type { Whose } from '#server/lib/whose.ts';
import { summedUp } from './companies.queries.ts';
import type { Period } from './period.ts';

type Sums = Record<CommissionName, string>;

/** Of the changes of one source, since the other keeps amounts of its own. */
export const changesOf = (source: CommissionSource) => sql`subject = 'company' and via = ${source}`;

/** By how much a change moves an amount; what is not available adds nothing. */
function growthOf(name: CommissionName): Sql {
  const end = (which: 'from' | 'to') =>
    sql`coalesce((data->'changes'->${name}->>${which})::numeric, 0)`;
  return sql`${end('to')} - ${end('from')}`;
}

const totalGrowth = (name: CommissionName, since: Sql) =>
  sql`coalesce(sum(${growthOf(name)}) filter (where ${since}), 0)::numeric(20, 2)`;

type Balance = { now: Sums; changed: Sums; since: Sums };

/**
 * What all of a partner's companies pay now, by how much that changed in a period, and by how much
 * since its end: the rest of a statement follows from these.
 */
export async function findBalance(
  db: Db,
  whose: Whose,
  { from, before }: Period,
  source: CommissionSource,
): Promise<Balance> {
  const { of, joins } = summedUp(source);
  const [payable, alltime] = [
    'commission_payable_to_partner',
    'alltime_commission_payable',
  ] as const;
  const [row] = await db.queryOnce<Record<string, string>>(sql`
    select now.*, moved.* from (
      select coalesce(sum(${of}.commission_payable_to_partner), 0)::numeric(20, 2) as payable_now,
        coalesce(sum(${of}.alltime_commission_payable), 0)::numeric(20, 2) as alltime_now
      from (select * from companies where ${ownedBy(whose)}) company ${joins}
    ) now, (
      select ${totalGrowth(payable, sql`at < ${before}`)} as payable_changed,
        ${totalGrowth(alltime, sql`at < ${before}`)} as alltime_changed,
        ${totalGrowth(payable, sql`at >= ${before}`)} as payable_since,
        ${totalGrowth(alltime, sql`at >= ${before}`)} as alltime_since
      from events where ${changesOf(source)} and ${ownedBy(whose)} and at >= ${from}
    ) moved`);
  const sums = (when: string): Sums => ({
    [payable]: row?.[`payable_${when}`] ?? '0.00',
    [alltime]: row?.[`alltime_${when}`] ?? '0.00',
  });
  return { now: sums('now'), changed: sums('changed'), since: sums('since') };
}

type AtTheEnd = Pick<Statement, 'companies' | 'not_available' | 'unrecorded'>;

/** Companies without an amount at the end of a period, and those whose beginning nobody has recorded. */
export async function findGaps(
  db: Db,
  whose: Whose,
  { from, before }: Period,
  source: CommissionSource,
): Promise<AtTheEnd> {
  const { of, joins } = summedUp(source);
  const missing = (name: CommissionName) => {
    // The first change after the period says what there was; where there is none, what there is.
    const later = sql`(
      select data->'changes'->${name}->'from' from events
      where subject_id = company.id and ${changesOf(source)} and at >= ${before}
        and data->'changes' ? ${name}
      order by at, id limit 1)`;
    const current =
      name === 'alltime_commission_payable'
        ? sql`alltime_commission_payable`
        : sql`commission_payable_to_partner`;
    return sql`coalesce(${later}, to_jsonb(${of}.${current}), 'null') = 'null'`;
  };
  const counted = commissionNames.map(
    (name) => sql`${name}::text, count(*) filter (where is_counted and ${missing(name)})`,
  );
  const [row] = await db.queryOnce<AtTheEnd>(sql`
    select count(*) filter (where is_counted) as companies,
      jsonb_build_object(${joined(counted, ', ')}) as not_available,
      jsonb_build_object(
        'companies', count(*) filter (where ${of}.commissions_unrecorded_before > ${from}),
        'before', max(${of}.commissions_unrecorded_before) filter (
          where ${of}.commissions_unrecorded_before > ${from})
      ) as unrecorded
    from (
      select *, live_leads > 0 and live_since < ${before} as is_counted
      from companies where ${ownedBy(whose)}
    ) company ${joins}`);
  if (!row) throw new Error('A count always has a row');
  return row;
}

export type ChangeRow = Pick<ToldEvent, 'id' | 'at' | 'by' | 'via' | 'data'> &
  Pick<StatementChange, 'company'>;

const toldIn = (whose: Whose, { from, before }: Period, source: CommissionSource) =>
  sql`${changesOf(source)} and ${ownedBy(whose)} and at >= ${from} and at < ${before}`;

const changeColumns = sql`
  event.id, event.at, event.via, event.data,
  case when person.id is not null then
    jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role) end as by,
  jsonb_build_object('id', company.id, 'name', company.name) as company`;
const withNames = sql`
  left join companies company on company.id = event.subject_id
  left join users person on person.id = event.by_id`;

/** Changes of a period, the newest first. */
export async function findChanges(
  db: Db,
  whose: Whose,
  period: Period,
  source: CommissionSource,
  limit: number,
): Promise<{ changes: ChangeRow[]; total: number }> {
  const asked = toldIn(whose, period, source);
  const rows = await db.queryOnce<ChangeRow & { total: number }>(sql`
    select counted.total, ${changeColumns}
    from (select count(*) as total from events where ${asked}) counted
    left join lateral (
      select * from events where ${asked} order by at desc, id desc limit ${limit}
    ) event on true
    ${withNames}
    order by event.at desc, event.id desc`);
  const changes = rows.filter(({ id }) => id !== null).map(({ total: _, ...change }) => change);
  return { changes, total: rows[0]?.total ?? 0 };
}

/** All changes of a period, the oldest first. */
export async function findChangeIds(
  db: Db,
  whose: Whose,
  period: Period,
  source: CommissionSource,
): Promise<string[]> {
  const rows = await db.queryOnce<{ id: string }>(sql`
    select id from events where ${toldIn(whose, period, source)} order by at, id`);
  return rows.map(({ id }) => id);
}

/** The oldest first. */
export async function findChangesById(db: Db, whose: Whose, ids: string[]): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(sql`
    select ${changeColumns}
    from (select * from events where id = any(${ids}::uuid[]) and ${ownedBy(whose)}) event
    ${withNames}
    order by event.at, event.id`);
}

/** Whom a statement is for: also a partner who has been deleted since, without their name. */
export async function findPartnerOf(db: Db, id: string): Promise<Statement['partner'] | undefined> {
  const [partner] = await db.query<Statement['partner']>(sql`
    select id, case when deleted_at is null then name end as name,
      case when deleted_at is null then company end as company
    from users where id = ${id} and role = 'partner'`);
  return partner;
}

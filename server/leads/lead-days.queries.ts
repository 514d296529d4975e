import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { everyLead } from './day-keys.ts';

/** All that is read in the transaction is of one moment. */
export async function readOfOneMoment(tx: Db): Promise<void> {
  await tx.queryOnce(sql`set transaction isolation level repeatable read`);
}

/** Refused where another process is counting. A lock is no look at the data, which begins after it. */
export async function takeCounting(tx: Db): Promise<void> {
  await tx.queryOnce(sql`lock table lead_days_counted in share row exclusive mode nowait`);
}

export type DayToCount = { day: string; texts: boolean };

/** Days that were counted and have changed since, the oldest first. */
export async function findMarkedDays(tx: Db, most: number): Promise<DayToCount[]> {
  return tx.query<DayToCount>(sql`
    select day::text, bool_or(texts) as texts from lead_day_marks, lead_days_counted
    where day <= until group by day order by day limit ${most}`);
}

export type DaysAhead = { first: string | null; over: string };

/**
 * The first day with leads that is not counted yet, and the last that may be. Leads of a day that
 * ended more than an hour ago mark it; it is counted two hours later, so that whoever has added one
 * without a mark has long ended.
 */
export async function findDaysAhead(tx: Db): Promise<DaysAhead> {
  const [ahead] = await tx.query<DaysAhead>(sql`
    select (utc_day(now() - interval '3 hours') - 1)::text as over, (
      select utc_day(min(created_at))::text from leads
      where created_at >= (select start_of_utc_day(until + 1) from lead_days_counted)
    ) as first`);
  if (!ahead) throw new Error('The database did not tell the day');
  return ahead;
}

export async function setCountedUntil(tx: Db, day: string): Promise<void> {
  await tx.query(sql`update lead_days_counted set until = ${day}::date where until < ${day}::date`);
}

const ofDay = (day: string): Sql => sql`
  created_at >= start_of_utc_day(${day}::date) and created_at < start_of_utc_day(${day}::date + 1)`;

export async function countStatusesOfDay(
  tx: Db,
  day: string,
): Promise<{ status_key: string; count: number }[]> {
  return tx.query(sql`
    select status_key, count(*) from leads where ${ofDay(day)} group by status_key`);
}

export type ReadText = { at: string; id: string; search_text: string };

/** What is searched in the leads of a day, after the one that was read last. */
export async function readTextsOfDay(
  tx: Db,
  day: string,
  after: ReadText | undefined,
  most: number,
): Promise<ReadText[]> {
  const rest = after
    ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return tx.query<ReadText>(sql`
    select created_at::text as at, id, search_text from leads where ${ofDay(day)} ${rest}
    order by created_at desc, id desc limit ${most}`);
}

/** In place of what was counted before; the marks that were seen are settled by it. */
export async function storeDay(
  tx: Db,
  { day, texts }: DayToCount,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const replaced = texts ? sql`true` : sql`key not like 'text %'`;
  await tx.query(sql`delete from lead_days where day = ${day}::date and ${replaced}`);
  await tx.query(sql`
    insert into lead_days (key, day, count)
    select key, ${day}::date, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) counted (key, count)`);
  await tx.query(sql`delete from lead_day_marks where day = ${day}::date`);
}

/** Leads that are counted by day under a key, and how they are found where they are not. */
export type CountedByDay = {
  key: string;
  condition: Sql;
  byText: boolean;
  /** How many they are in all, where the counters know. */
  total?: Sql;
};

type PlacedPage = { limit: number; offset: number; isNewestFirst: boolean };

/**
 * Where a page is, by the counts of the days before it: `counted` with the total, and the days that hold the
 * page as `held` (starts, ends, and how many leads come before the day). Days that have changed since they
 * were counted are counted now. So are those that are not over, which may have most of all leads, unless
 * they are what is left of a total that is known. The first part of a statement that reads the page.
 */
export function daysOfPage(
  { key, condition, byText, total }: CountedByDay,
  { limit, offset, isNewestFirst }: PlacedPage,
): Sql {
  const concerned = byText ? sql`texts` : sql`true`;
  const before = isNewestFirst ? sql`total - up_to` : sql`up_to - count`;
  const countFrom = (day: Sql, ends: Sql) => sql`(
    select count(*) from leads
    where created_at >= start_of_utc_day(${day}) and created_at < ${ends} and ${condition})`;
  const notOver = sql`(select ${countFrom(sql`until + 1`, sql`'infinity'`)} from lead_days_counted)`;
  return sql`
    with marked as materialized (
      select distinct day from lead_day_marks, lead_days_counted
      where day <= until and ${concerned}
    ), past as (
      select day, count from lead_days
      where key = (select ${key}::text) and day not in (select day from marked)
      union all
      select day, ${countFrom(sql`day`, sql`start_of_utc_day(day + 1)`)}::integer from marked
    ), summed as materialized (
      select day, count, sum(count) over (order by day rows unbounded preceding) as up_to from past
    ), counted as materialized (
      select past_total, ${total ? sql`(${total})` : sql`past_total + ${notOver}`} as total
      from (select coalesce(max(up_to), 0) as past_total from summed) days_over
    ), days as (
      select day, count, up_to from summed
      union all
      select until + 1, total - past_total, total from lead_days_counted, counted
    ), held as materialized (
      select start_of_utc_day(day) as starts, case when day >= until + 1 then 'infinity'
        else start_of_utc_day(day + 1) end as ends, ${before} as before
      from days, lead_days_counted, counted
      where count > 0 and ${before} < ${offset + limit}::bigint
        and ${before} + count > ${offset}::bigint
    )`;
}

/**
 * What is counted under these keys, on up to 55 days from the first to the last that is counted. The last
 * days alone say little of the others: an import has leads of one country, a shop numbers its orders.
 */
export async function countOfKeys(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ key: string; count: number }>(sql`
    select key, sum(count)::bigint as count from lead_days
    where key = any(${keys}::text[]) and day = any(array(
      select first + (until - first) * n / 54
      from lead_days_counted, generate_series(0, 54) n,
        (select min(day) as first from lead_days where key = ${everyLead}) known
      where isfinite(until)))
    group by key`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

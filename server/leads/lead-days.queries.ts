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
 * The last day that may be counted. Leads of a day that ended more than an hour ago mark it; it is counted
 * two hours later, so that whoever has added one without a mark has long ended.
 */
const lastDayOver = sql`(utc_day(now() - interval '3 hours') - 1)`;

/** The first day with leads that is not counted yet, and the last that may be. */
export async function findDaysAhead(tx: Db): Promise<DaysAhead> {
  const [ahead] = await tx.query<DaysAhead>(sql`
    select ${lastDayOver}::text as over, (
      select utc_day(min(created_at))::text from leads
      where created_at >= (select start_of_utc_day(until + 1) from lead_days_counted)
    ) as first`);
  if (!ahead) throw new Error('The database did not tell the day');
  return ahead;
}

export async function setCountedUntil(tx: Db, day: string): Promise<void> {
  await tx.query(sql`update lead_days_counted set until = ${day}::date`);
}

/**
 * Takes back what was counted of days that are not over: the clock of the database was ahead, or is set
 * back. Leads that are added on such a day mark nothing, and would not be found.
 */
export async function forgetDaysToCome(tx: Db): Promise<void> {
  const taken = await tx.query(sql`
    update lead_days_counted set until = ${lastDayOver} where until > ${lastDayOver} returning until`);
  if (taken.length === 0) return;
  const isToCome = sql`day > (select until from lead_days_counted)`;
  await tx.query(sql`delete from lead_days where ${isToCome}`);
  await tx.query(sql`delete from lead_days_partly where ${isToCome}`);
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

/**
 * In place of what was counted before; the marks that were seen are settled by it. Without letters those
 * that were counted before stay.
 */
export async function storeDay(
  tx: Db,
  day: string,
  counts: ReadonlyMap<string, number>,
  letters?: { isPartly: boolean },
): Promise<void> {
  const replaced = letters ? sql`true` : sql`key not like 'text %'`;
  await tx.query(sql`delete from lead_days where day = ${day}::date and ${replaced}`);
  await tx.query(sql`
    insert into lead_days (key, day, count)
    select key, ${day}::date, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) counted (key, count)`);
  if (letters) await setPartly(tx, day, letters.isPartly);
  await tx.query(sql`delete from lead_day_marks where day = ${day}::date`);
}

async function setPartly(tx: Db, day: string, isPartly: boolean): Promise<void> {
  await tx.query(
    isPartly
      ? sql`insert into lead_days_partly (day) values (${day}::date) on conflict do nothing`
      : sql`delete from lead_days_partly where day = ${day}::date`,
  );
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

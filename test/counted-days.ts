import { expect } from 'vitest';
import type { RequestOf } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { everyLead, lettersOf, lettersOfDays, statusOfDays } from '#server/leads/day-keys.ts';
import { countDays } from '#server/leads/lead-days.ts';
import { testPortal } from './portal.ts';

type Query = NonNullable<RequestOf<typeof routes.listLeads>['query']>;
type Counted = { key: string; day: string; count: number };

export const newest = sql`created_at desc, id desc`;
export const oldest = sql`created_at, id`;
export const found = (text: string) => sql`position(${text} in search_text) > 0`;

const inOrder = (rows: Counted[]) =>
  rows.map(({ key, day, count }) => `${day} ${key}: ${count}`).sort();

/** A portal whose leads are of many days, and what is said of them beside what plain statements say. */
export async function portalOfDays() {
  const portal = await testPortal({ env: { RATE_LIMIT_GENERAL: '1000000' } });
  const admin = await portal.asAdmin();
  const partner = await portal.asPartner();

  const run = <Row>(query: Sql) => portal.db.queryOnce<Row>(query);

  /** Leads in several statuses, from so many days ago on, one an hour. */
  async function addLeads(count: number, daysAgo: number, name = 'firm'): Promise<void> {
    await run(sql`
      insert into leads (id, partner_id, company_name, company_key, first_name, last_name, email,
        status, status_key, search_text, source, created_at)
      select gen_random_uuid(), ${partner.user.id}, ${name} || n, ${name} || n, 'Ada', 'L' || n, 'x',
        status, status, ${name} || n || e'\nada l' || n || e'\nx@y' || n % 7, 'form',
        date_trunc('day', now(), 'UTC') - make_interval(days => ${daysAgo}) + make_interval(hours => n)
      from generate_series(1, ${count}::int) n,
        lateral (select (array['new', 'live', 'contacted'])[1 + n % 3] as status) stage`);
  }

  async function countAll(): Promise<void> {
    for (let rounds = 0; rounds < 50 && (await countDays(portal.db)) > 0; ) rounds++;
  }

  /** What is counted of the days that are, beside what their leads say. Marked days are left out. */
  async function expectExactDays(): Promise<void> {
    const counted = sql`day <= (select until from lead_days_counted)
      and day not in (select day from lead_day_marks)`;
    const kept = await run<Counted>(sql`
      select key, day::text, count from lead_days where ${counted}`);
    const leads = await run<{ day: string; status_key: string; search_text: string }>(sql`
      select day::text, status_key, search_text
      from (select *, utc_day(created_at) as day from leads) lead where ${counted}`);
    const truth = new Map<string, number>();
    for (const { day, status_key, search_text } of leads) {
      const keys = [...lettersOf(search_text)].map(lettersOfDays);
      for (const key of [everyLead, statusOfDays(status_key), ...keys]) {
        truth.set(`${day} ${key}`, (truth.get(`${day} ${key}`) ?? 0) + 1);
      }
    }
    expect(inOrder(kept)).toEqual([...truth].map(([key, count]) => `${key}: ${count}`).sort());
    await expectMonthsOfTheirDays();
  }

  /** Marked days too: a month has what its days have, of whatever moment that is. */
  async function expectMonthsOfTheirDays(): Promise<void> {
    const months = await run<Counted>(sql`
      select key, month::text as day, count from lead_months where count <> 0`);
    const summed = await run<Counted>(sql`
      select key, month_of(day)::text as day, sum(count)::int as count from lead_days group by 1, 2`);
    expect(inOrder(months)).toEqual(inOrder(summed));
  }

  /** A list beside what a plain statement says of it. */
  async function expectPlainAnswer(
    query: Query,
    condition: Sql,
    order: Sql,
    caller = admin,
  ): Promise<void> {
    const { body } = await caller.call(routes.listLeads, { query });
    const plain = await run<{ id: string }>(sql`
      select id from leads where ${condition} order by ${order}
      limit ${query.limit ?? 10} offset ${query.offset ?? 0}`);
    const [all] = await run<{ count: number }>(sql`select count(*) from leads where ${condition}`);
    expect(
      { ids: body.leads.map((lead) => lead.id), total: body.total },
      JSON.stringify(query),
    ).toEqual({ ids: plain.map(({ id }) => id), total: all?.count });
  }

  return { portal, partner, run, addLeads, countAll, expectExactDays, expectPlainAnswer };
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import type { Call } from './budget.queries.ts';
import { hubspotBudget } from './budget.ts';

let now = Date.parse('2026-11-16T08:00:00.000Z');
const clock = () => new Date(now);
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('migrated', clock);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query(sql`delete from crm_budget`);
});

const budget = () => hubspotBudget(database.db, clock);
const headers = (values: Record<string, number>) =>
  new Headers(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`X-HubSpot-RateLimit-${name}`, String(value)]),
    ),
  );

/** When so many calls are made that begin as soon as they may, in milliseconds from now. */
async function timesOf(count: number, call: Call, ...processes: ReturnType<typeof budget>[]) {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const taker = processes[i % processes.length] ?? budget();
    times.push(await taker.take(call));
  }
  return times;
}

/** The most that fall into any window of that length. */
function mostWithin(times: number[], milliseconds: number): number {
  const counts = times.map(
    (start) => times.filter((at) => at >= start && at < start + milliseconds).length,
  );
  return Math.max(...counts);
}

test('Several processes together stay below the limit of any ten seconds, and near it', async () => {
  const times = await timesOf(300, 'other', budget(), budget(), budget());
  expect(mostWithin(times, 10_000)).toBeLessThanOrEqual(100);
  expect(Math.max(...times)).toBeLessThan(38_000);
  expect(times[0]).toBe(0);
});

test('Searches stay below theirs of any second, and count as calls, too', async () => {
  const times = await timesOf(40, 'search', budget(), budget());
  expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(5);
  expect(Math.max(...times)).toBeLessThan(11_000);
  const [row] = await database.db.query<{ ahead: number }>(sql`
    select extract(epoch from next_at - ${clock()}::timestamptz)::float8 as ahead from crm_budget
    where name = 'other'`);
  expect(row?.ahead).toBeCloseTo(40 * 0.125, 1);
});

test('The limit is what the answers say that it is', async () => {
  const one = budget();
  await one.take('other');
  await one.learn(headers({ Max: 190, 'Interval-Milliseconds': 10_000 }), true);
  now += 60_000;
  const times = await timesOf(400, 'other', one, budget());
  expect(mostWithin(times, 10_000)).toBeLessThanOrEqual(190);
  expect(mostWithin(times, 10_000)).toBeGreaterThan(170);
});

test('A refusal holds up all processes, longer each time, up to the whole window; a success ends it', async () => {
  const [one, other] = [budget(), budget()];
  await one.take('other');
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    await one.refused('TEN_SECONDLY_ROLLING');
    waits.push(await other.take('other'));
    now += 60_000;
  }
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  await other.learn(new Headers(), true);
  await one.refused('TEN_SECONDLY_ROLLING');
  expect(await other.take('other')).toBe(250);
  now += 60_000;
});

test('A refused search holds up searches and nothing else', async () => {
  const one = budget();
  await one.take('search');
  now += 60_000;
  await one.refused('SECONDLY');
  expect(await one.take('other')).toBe(0);
  expect(await one.take('search')).toBe(250);
  now += 60_000;
});

test.each([
  [
    'an answer says that nothing is left',
    (one: ReturnType<typeof budget>) =>
      one.learn(headers({ Daily: 250_000, 'Daily-Remaining': 0 }), true),
  ],
  ['HubSpot refuses for the day', (one: ReturnType<typeof budget>) => one.refused('DAILY')],
])("Nobody asks for a quarter of an hour when the day's calls are used up: %s", async (_, end) => {
  const [one, other] = [budget(), budget()];
  await one.take('other');
  await one.learn(headers({ Daily: 250_000, 'Daily-Remaining': 5 }), true);
  expect(await other.take('other')).toBeLessThan(1_000);
  await end(one);
  await expect(other.take('other')).rejects.toMatchObject({ kind: 'daily_limit' });
  now += 14 * 60_000;
  await expect(one.take('search')).rejects.toMatchObject({ kind: 'daily_limit' });
  now += 2 * 60_000;
  expect(await other.take('other')).toBe(0);
});

test('A day that is believed to be over is asked about by a person, and the answer holds for all', async () => {
  await budget().refused('DAILY');
  await expect(budget().take('other')).rejects.toThrow("The day's calls are used up");
  const persons = hubspotBudget(database.db, clock, { isForPerson: true });
  expect(await persons.take('other')).toBe(0);
  await persons.learn(headers({ Daily: 250_000, 'Daily-Remaining': 0 }), false);
  await expect(budget().take('other')).rejects.toThrow("The day's calls are used up");
  // Not every answer tells how many are left.
  for (const told of [headers({ Daily: 250_000, 'Daily-Remaining': 9 }), headers({})]) {
    await budget().refused('DAILY');
    await persons.take('other');
    await persons.learn(told, true);
    expect(await budget().take('other')).toBeGreaterThanOrEqual(0);
  }
});

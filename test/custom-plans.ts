import { expect } from 'vitest';
import type { Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** PostgreSQL tries so many values before it compares what plans for them cost with one for any. */
export const triedPlans = 5;

async function customPlans(tx: Transaction): Promise<number> {
  const [counted] = await tx.queryOnce<{ plans: number }>(sql`
    select coalesce(sum(custom_plans), 0)::int as plans from pg_prepared_statements`);
  return counted?.plans ?? 0;
}

/** What is asked for again and again is planned for any value, once PostgreSQL has tried some. */
export async function expectPlannedOnce(
  tx: Transaction,
  ask: (time: number) => Promise<unknown>,
): Promise<void> {
  const before = await customPlans(tx);
  for (let time = 0; time < 12; time++) await ask(time);
  expect((await customPlans(tx)) - before).toBeLessThanOrEqual(triedPlans);
}

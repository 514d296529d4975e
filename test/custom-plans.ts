import { expect } from 'vitest';
import type { Db, Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** PostgreSQL tries so many values before it compares what plans for them cost with one for any. */
export const triedPlans = 5;

type Plans = { custom: number; generic: number };

/** Of all statements that this connection knows by a name. */
export async function countPlans(db: Db): Promise<Plans> {
  const [counted] = await db.queryOnce<Plans>(sql`
    select coalesce(sum(custom_plans), 0)::int as custom,
      coalesce(sum(generic_plans), 0)::int as generic
    from pg_prepared_statements`);
  return counted ?? { custom: 0, generic: 0 };
}

const times = 12;

/** What is asked for again and again is planned for any value, once PostgreSQL has tried some. */
export async function expectPlannedOnce(
  tx: Transaction,
  ask: (time: number) => Promise<unknown>,
): Promise<void> {
  const before = await countPlans(tx);
  for (let time = 0; time < times; time++) await ask(time);
  const after = await countPlans(tx);
  expect(after.custom - before.custom).toBeLessThanOrEqual(triedPlans);
  // Also that it was asked by a name: what has none is planned each time, and told nowhere.
  expect(after.generic - before.generic).toBeGreaterThanOrEqual(times - triedPlans);
}

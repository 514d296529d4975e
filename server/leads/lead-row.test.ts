import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadDetails } from '#contract/leads.ts';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { leadColumns } from './lead-row.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('The table of leads has the columns of the contract’s lead and of a new row, and no others', async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = 'leads'`);
  const needed = new Set<string>([...leadColumns, ...Object.keys(leadDetails.shape)]);
  // Of the one who sent it, and of the file or the token it came by.
  needed.delete('partner_name');
  needed.delete('source_name');
  expect(rows.map(({ name }) => name).sort()).toEqual([...needed].sort());
});

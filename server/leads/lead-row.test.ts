import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadDetails } from '#contract/leads.ts';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { everyLeadColumn } from './lead-row.ts';

/** Of whoever sent it, of the file or token it came by, of the notes on it, of its deletion. */
const shownOnly = [
  'partner_name',
  'source_name',
  'source_row',
  'unread',
  'deleted_at',
  'deleted_by_name',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('The table of leads has the columns of the contract’s lead and of a new row, and no others', async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = 'leads'`);
  const needed = new Set<string>([...everyLeadColumn, ...Object.keys(leadDetails.shape)]);
  for (const name of shownOnly) needed.delete(name);
  expect(rows.map(({ name }) => name).sort()).toEqual([...needed].sort());
  expect([...everyLeadColumn].sort()).toEqual([...needed].sort());
});

test('What was deleted keeps every column of a lead, each of the same type', async () => {
  const columnsOf = (table: string) =>
    database.db.query(sql`
      select column_name, udt_name, is_nullable, column_default from information_schema.columns
      where table_name = ${table} and column_name not in ('deleted_at', 'deleted_by')
      order by column_name`);
  expect(await columnsOf('deleted_leads')).toEqual(await columnsOf('leads'));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadSort } from '#contract/lead-queries.ts';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { readLeadFilter } from './lead-filter.ts';
import { exportedLeads, pagedLeads } from './lead-list.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const all = readLeadFilter({}, { role: 'admin', now: new Date() });
const partner = { partner: '0192aaaa-0000-7000-8000-000000000000' };

/** How the leads are read where whatever can be had from an index is. */
async function planOf(whose: typeof partner | 'everyone', sort: LeadSort): Promise<string> {
  return database.db.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material']) {
      await tx.queryOnce(sql`select set_config(${`enable_${way}`}, 'off', true)`);
    }
    // Dearer than any other way, so that it is there only where no index has the order.
    await tx.queryOnce(sql`select set_config('enable_sort', 'off', true)`);
    await tx.queryOnce(sql`select set_config('enable_incremental_sort', 'off', true)`);
    const rows = await tx.queryOnce<{ 'QUERY PLAN': string }>(
      sql`explain (costs off) ${exportedLeads(whose, all, { sort, newSince: new Date() })}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

/** How each is read: of all partners, and of one. */
const scans: Record<LeadSort, { ofAll: string; ofOne: string }> = {
  '-created_at': scanOf('', 'newest'),
  created_at: scanOf(' Backward', 'newest'),
  company_name: scanOf('', 'company'),
  '-company_name': scanOf(' Backward', 'company'),
  status: scanOf('', 'status_newest'),
  '-status': scanOf(' Backward', 'status_newest'),
};
function scanOf(way: string, index: string) {
  return {
    ofAll: `Scan${way} using leads_${index}`,
    ofOne: `Scan${way} using leads_partner_${index}`,
  };
}

test.each(Object.entries(scans) as [LeadSort, (typeof scans)[LeadSort]][])(
  'Leads by %s are read in the order of an index, of all partners and of one',
  async (sort, scan) => {
    const { ofAll, ofOne } = scan;
    const plans = [await planOf('everyone', sort), await planOf(partner, sort)];
    expect(plans[0]).toContain(`Index ${ofAll} on`);
    expect(plans[1]).toContain(`Index ${ofOne} on`);
    for (const plan of plans) expect(plan).not.toMatch(/(?:^|-> {2})(?:Incremental )?Sort$/m);
  },
);

test.each([['stuck'], ['unread']] as const)(
  'Leads that are %s are found first and looked up by their key, however many the list passes over',
  async (name) => {
    const now = new Date();
    const match = readLeadFilter({ [name]: true }, { role: 'admin', now });
    const order = { sort: undefined, newSince: now };
    const plan = await database.db.transaction(async (tx) => {
      await tx.queryOnce(sql`select set_config('enable_seqscan', 'off', true)`);
      const page = sql`
        select id ${pagedLeads('everyone', match, { order, most: 10 })}
        order by created_at desc, id desc limit 10`;
      return tx.queryOnce<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${page}`);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Cond: \(id = ANY/);
    expect(lines).not.toMatch(/Semi Join/);
  },
);

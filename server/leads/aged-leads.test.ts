import { afterAll, beforeAll, expect, test } from 'vitest';
import { displayStatus } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
const days = 24 * 60 * 60 * 1000;
/** Stored as, days ago. */
const stored = [
  ['new', 0],
  ['new', 3],
  ['NEW', 3.001],
  ['new', 30],
  ['in_progress', 0],
  ['In Progress', 30],
  ['open', 30],
] as const;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
  for (const [status, age] of stored) {
    const { id } = await addLead(partner);
    if (status !== 'new') await admin.call(routes.updateLead, { params: { id }, body: { status } });
    const at = new Date(portal.clock.now().getTime() - age * days);
    await portal.db.queryOnce(sql`update leads set created_at = ${at} where id = ${id}`);
  }
});
afterAll(() => portal.close());

async function listed(status_filter: string) {
  const query = { status_filter, limit: 100, sort: 'created_at' as const };
  const { leads, total } = (await partner.call(routes.listLeads, { query })).body;
  const reads = leads.map(
    ({ status, created_at }) =>
      displayStatus(status, new Date(created_at), portal.clock.now()).text,
  );
  return { total, reads: reads.sort() };
}

test.each([
  ['new', ['New', 'New']],
  ['in progress', ['In Progress', 'In Progress', 'In Progress', 'In Progress']],
  ['New,open', ['New', 'New', 'Open']],
  ['IN_PROGRESS,live', ['In Progress', 'In Progress', 'In Progress', 'In Progress']],
  ['open', ['Open']],
  ['new,in progress', [...Array(4).fill('In Progress'), 'New', 'New']],
])('The filter %s lists the leads that read so', async (filter, reads) => {
  expect(await listed(filter)).toEqual({ total: reads.length, reads });
});

const inOrder = ['In Progress', 'In Progress', 'In Progress', 'In Progress', 'New', 'New', 'Open'];
test.each([
  ['status', inOrder],
  ['-status', inOrder.toReversed()],
] as const)('Sorted by %s, page by page, leads stand as they read', async (sort, reads) => {
  const pages = [0, 3, 6].map(async (offset) => {
    const query = { sort, limit: 3, offset };
    return (await partner.call(routes.listLeads, { query })).body.leads;
  });
  const leads = (await Promise.all(pages)).flat();
  const texts = leads.map(
    ({ status, created_at }) =>
      displayStatus(status, new Date(created_at), portal.clock.now()).text,
  );
  expect(texts).toEqual(reads);
});

test.each([
  ['status', inOrder],
  ['-status', inOrder.toReversed()],
] as const)('An export says what leads read, and is in that order by %s', async (sort, reads) => {
  const { body } = await admin.send({
    url: `/api/leads/export?format=csv&sort=${sort}&partner_id=${partner.user.id}`,
  });
  const [titles = [], ...rows] = String(body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(rows.map((row) => row[titles.indexOf('status')])).toEqual(reads);
  expect(new Set(rows.map((row) => row[titles.indexOf('partner')]))).toEqual(
    new Set(['Pat Partner']),
  );
});

test('A change of all leads that read New changes those alone', async () => {
  const filter = { status_filter: 'new', partner_id: partner.user.id };
  const body = { filter, expected: 2, status: 'contacted' };
  expect((await admin.call(routes.changeLeads, { body })).body.count).toBe(2);
  expect((await listed('new,in progress')).total).toBe(4);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { countPlans, triedPlans } from '#test/custom-plans.ts';
import {
  type Cast,
  callerOf,
  castOf,
  crmEnvironment,
  everyRoute,
  goodParts,
  requestOf,
} from '#test/every-route.ts';
import { leadBody, type TestPortal, testPortal } from '#test/portal.ts';
import { fillDemo } from './demo.ts';

const times = triedPlans + 3;

let portal: TestPortal;
let cast: Cast;
beforeAll(async () => {
  portal = await testPortal({
    env: { ...crmEnvironment, RATE_LIMIT_GENERAL: '1000000', RATE_LIMIT_EXTERNAL_API: '1000000' },
    // What is planned is told by the connection that planned it.
    open: (url, options) => openDatabase(url, { ...options, poolSize: 1 }),
  });
  await fillDemo(portal.db, portal.clock.now());
  cast = await castOf(portal);
  // What was planned on the way here was planned for tables without statistics, and smaller ones.
  await portal.db.queryOnce(sql`analyze`);
});
afterAll(() => portal.close());

const told = new Set<string>();

/** The beginnings of the statements that PostgreSQL still plans with every call; each is told once. */
async function plannedEachTime(): Promise<string[]> {
  const found = await portal.db.queryOnce<{ statement: string }>(sql`
    select trim(regexp_replace(statement, '\\s+', ' ', 'g')) as statement
    from pg_prepared_statements where custom_plans > ${triedPlans}`);
  const untold = found.map(({ statement }) => statement).filter((one) => !told.has(one));
  for (const statement of untold) told.add(statement);
  return untold.map((statement) => statement.slice(0, 300));
}

const asked = everyRoute.filter(
  ([name, { method }]) => method === 'GET' || /^create(External)?Lead$/.test(name),
);

test.each(asked)('What %s asks for again and again is planned once', async (name, route) => {
  const before = await countPlans(portal.db);
  const parts = await goodParts(name, cast);
  const usual = callerOf(route, cast, parts);
  const callers = usual === cast.partner ? [cast.partner, cast.admin] : [usual];
  for (const caller of callers) {
    for (let time = 0; time < times; time++) {
      const { status } = await caller.send(requestOf(route, parts));
      // Some are a partner's own, which an administrator has none of.
      if (caller === usual) expect(status).toBe(route.status);
    }
  }
  expect(await plannedEachTime()).toEqual([]);
  // What has no name is planned each time, and told nowhere: at least the caller is looked up by one.
  const planned = (await countPlans(portal.db)).generic - before.generic;
  expect(planned).toBeGreaterThanOrEqual(route.access === 'public' ? 0 : times - triedPlans);
});

test('What an administrator adds for a partner is planned once', async () => {
  const partner_id = cast.partner.user.id;
  for (let time = 0; time < times; time++) {
    const { status } = await cast.admin.call(routes.createLead, {
      body: leadBody({ partner_id }),
    });
    expect(status).toBe(routes.createLead.status);
  }
  expect(await plannedEachTime()).toEqual([]);
});

const filters = [
  'status_filter=live',
  'status_group=live,new',
  'search=a',
  'search=no',
  'search=northwind',
  'offset=100',
  'offset=2000',
  'offset=2000&status_filter=new',
  'stuck=true',
  'unread=true',
  'sort=-status',
  'country=Spain',
];

test.each(filters)('A list of leads with %s is planned once', async (filter) => {
  for (const caller of [cast.partner, cast.admin]) {
    for (let time = 0; time < times; time++) {
      const { status } = await caller.send({ method: 'GET', url: `/api/leads?limit=10&${filter}` });
      expect(status).toBe(200);
    }
  }
  expect(await plannedEachTime()).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/http.ts';
import { statusGroups, statusKeys } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { foldCommissions } from '#server/companies/totals.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { foldMovement } from '#server/movement/movement.ts';
import { countLeadsWhere, expectExactCounters, expectExactMovement } from '#test/counted-leads.ts';
import { expectExactCommissions } from '#test/kept-commissions.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { countDays } from './lead-days.ts';

let portal: TestPortal;
let admins: SignedIn[];
let partners: SignedIn[];
beforeAll(async () => {
  portal = await testPortal({
    env: { RATE_LIMIT_GENERAL: '1000000', ACCESS_TOKEN_TTL_SECONDS: '31536000' },
  });
  // Leads of days that are over are counted by day, too.
  portal.clock.advance(-3 * 24 * 60 * 60 * 1000);
  admins = [await portal.asAdmin(), await portal.asNewAdmin()];
  partners = [
    await portal.asPartner('A'),
    await portal.asPartner('B'),
    await portal.asPartner('C'),
  ];
});
afterAll(() => portal.close());

const companies = ['Acme', 'Borealis', 'Cygnus'];
const statuses = ['new', 'Contacted', 'live', 'Closed_Won', 'closed lost'];
/** Numbers that a step picks its lead, company, status and so on with. */
type Picks = [number, number, number];
type Lane = { caller: SignedIn; lastBulk?: string; lastImport?: string };
type Step = {
  /** The route that the step is about: it is left out where a portal does not have it. */
  of: Route;
  /** What is said by a number has to be a success, or the plain refusal of a step that came too late. */
  run: (lane: Lane, picks: Picks) => Promise<number>;
};

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
const status = (n: number) => pick(statuses, n) ?? 'new';

async function someIds(table: 'leads' | 'deleted_leads', n: number, count: number) {
  const from = table === 'leads' ? sql`leads` : sql`deleted_leads`;
  const rows = await portal.db.queryOnce<{ id: string }>(sql`
    select id from ${from} order by md5(id::text || ${String(n)}) limit ${count}`);
  return rows.map(({ id }) => id);
}
const oneId = async (n: number, table: 'leads' | 'deleted_leads' = 'leads') =>
  (await someIds(table, n, 1))[0] ?? randomUUID();

async function bulk(lane: Lane, body: object): Promise<number> {
  const answer = await lane.caller.call(routes.changeLeads, { body: body as never });
  if (answer.status === 200) lane.lastBulk = answer.body.undo_id;
  return answer.status;
}

/** What a change of many leads can do; partners are refused all but the last. */
function what(a: number, b: number): object {
  if (a % 3 === 0) return { status: status(b) };
  if (a % 3 === 1) return { partner_id: pick(partners, b)?.user.id };
  return { delete: true };
}

const steps: Record<string, Step> = {
  create: {
    of: routes.createLead,
    run: async ({ caller }, [a]) => {
      await addLead(caller, { company_name: pick(companies, a) ?? '' });
      return 201;
    },
  },
  upload: {
    of: routes.uploadLeads,
    run: async (lane, [a]) => {
      const rows = [0, 1, 2].map((n) => `${pick(companies, a + n)},F,L${n},l${a}-${n}@x.example`);
      const file = filePayload(`company_name,first_name,last_name,email\n${rows.join('\n')}\n`);
      const query = { upload_id: randomUUID() };
      const answer = await lane.caller.call(routes.uploadLeads, { query, file });
      if (answer.status === 200) lane.lastImport = answer.body.import_id;
      return answer.status;
    },
  },
  undoImport: {
    of: routes.undoImport,
    run: async ({ caller, lastImport }) => {
      const params = { id: lastImport ?? randomUUID() };
      return (await caller.call(routes.undoImport, { params })).status;
    },
  },
  setStatus: {
    of: routes.updateLead,
    run: async (_, [a, b]) => {
      const call = { params: { id: await oneId(a) }, body: { status: status(b) } };
      return (await pick(admins, b)?.call(routes.updateLead, call))?.status ?? 0;
    },
  },
  correct: {
    // Corrections came with the timeline.
    of: routes.listLeadEvents,
    run: async ({ caller }, [a, b, c]) => {
      const params = { id: await oneId(a) };
      const { lead } = (await caller.call(routes.getLead, { params })).body;
      const version = lead?.version ?? 1;
      const body = { version, company_name: pick(companies, b) ?? '', title: `Title ${c % 2}` };
      return (await caller.call(routes.updateLead, { params, body })).status;
    },
  },
  delete: {
    of: routes.deleteLead,
    run: async ({ caller }, [a]) =>
      (await caller.call(routes.deleteLead, { params: { id: await oneId(a) } })).status,
  },
  restore: {
    of: routes.restoreLead,
    run: async (_, [a, b]) => {
      const params = { id: await oneId(a, 'deleted_leads') };
      return (await pick(admins, b)?.call(routes.restoreLead, { params }))?.status ?? 0;
    },
  },
  changeSome: {
    of: routes.changeLeads,
    run: async (lane, [a, b, c]) =>
      bulk(lane, {
        ids: [...(await someIds('leads', c, 4)), randomUUID()].slice(0, 4),
        ...what(a, b),
      }),
  },
  changeAllShown: {
    of: routes.changeLeads,
    run: async (lane, [a, b, c]) => {
      const filter = { status_filter: status(c), search: pick(companies, a) };
      const { total } = (await lane.caller.call(routes.listLeads, { query: filter })).body;
      // Some expect another number: all is rolled back when it has been locked and noted.
      return bulk(lane, { filter, expected: total + (c % 4 === 0 ? 1 : 0), ...what(a, b) });
    },
  },
  undo: {
    of: routes.undoLeadsChange,
    run: async ({ caller, lastBulk }) => {
      const params = { id: lastBulk ?? randomUUID() };
      return (await caller.call(routes.undoLeadsChange, { params })).status;
    },
  },
  pay: {
    of: routes.updateCompany,
    run: async (_, [a, b, c]) => {
      const live = { params: { id: await oneId(a) }, body: { status: 'live' } };
      await pick(admins, a)?.call(routes.updateLead, live);
      const [company] = await portal.db.queryOnce<{ id: string }>(sql`
        select id from companies where live_leads > 0
        order by md5(id::text || ${String(a)}) limit 1`);
      const call = {
        params: { id: company?.id ?? randomUUID() },
        body: {
          commission_payable_to_partner: b % 4 === 0 ? null : `${b % 1000}.0${b % 10}`,
          alltime_commission_payable: c % 4 === 0 ? null : `${c % 1000}.5`,
        },
      };
      return (await pick(admins, b)?.call(routes.updateCompany, call))?.status ?? 0;
    },
  },
  daysPass: {
    of: routes.getMovement,
    run: async (_, [a]) => {
      portal.clock.advance((a % 40) * 3_600_000);
      return 200;
    },
  },
  rollBack: {
    of: routes.deleteLead,
    run: async (_, [a, b]) => {
      const id = await oneId(a);
      const work = portal.db.transaction(async (tx) => {
        const key = statusKeys(status(b))[0];
        await tx.queryOnce(sql`
          update leads set status = ${status(b)}, status_key = ${key} where id = ${id}`);
        await tx.queryOnce(sql`delete from leads where id = ${id}`);
        throw new Error('Never mind');
      });
      await expect(work).rejects.toThrow('Never mind');
      return 200;
    },
  },
};

/** A success, or a plain refusal: not theirs, not there, too late, not possible any more, one at a time. */
const usual = [200, 201, 403, 404, 409, 429];

const countedOf = (where: Sql) => countLeadsWhere(portal.db, where);

async function expectExactAnswers(caller: SignedIn): Promise<void> {
  const own = caller.user.role === 'admin' ? sql`true` : sql`partner_id = ${caller.user.id}::uuid`;
  const total = async (query: object) =>
    (await caller.call(routes.listLeads, { query: query as never })).body.total;
  expect(await total({ limit: 1 })).toBe(await countedOf(own));
  for (const group of statusGroups) {
    const names = group.statuses.join(',');
    const inGroup = sql`${own} and status_key = any(${statusKeys(names)}::text[])`;
    const query = { status_group: names };
    const answer = await caller.call(routes.countLeads, { query });
    expect(answer.body.count).toBe(await countedOf(inGroup));
    expect(await total({ status_filter: names })).toBe(answer.body.count);
  }
  for (const search of ['a', 'cy', 'yg', '0@', 'nobody']) {
    const found = sql`${own} and position(${search} in search_text) > 0`;
    expect(await total({ search }), search).toBe(await countedOf(found));
  }
  const found = await portal.db.queryOnce<object>(sql`
    select distinct partner_id, company_key from leads
    where ${own} and status_is_live(status_key)`);
  expect((await caller.call(routes.listLiveCompanies)).body.total).toBe(found.length);
}

/** An import can be undone while all its leads are there, and only then. */
async function expectExactImports(): Promise<void> {
  const [admin] = admins;
  const { imports } = (await admin?.call(routes.listImports, { query: { limit: 100 } }))?.body ?? {
    imports: [],
  };
  for (const { id, stored, can_undo, undone_at } of imports) {
    const there = await countedOf(sql`import_id = ${id}::uuid`);
    const { total } =
      (await admin?.call(routes.listLeads, { query: { import_id: id } }))?.body ?? {};
    expect(total).toBe(there);
    expect(there).toBeLessThanOrEqual(undone_at ? 0 : stored);
    if (can_undo) expect(there).toBe(stored);
  }
}

/** A file is read by a thread of its own. */
const slowSteps = ['upload', 'undoImport'];
const quickSteps = Object.keys(steps).filter((name) => !slowSteps.includes(name));

const laneOf = fc.record({
  caller: fc.nat(4),
  steps: fc.array(
    fc.record({
      name: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...quickSteps) },
        { weight: 1, arbitrary: fc.constantFrom(...slowSteps) },
      ),
      picks: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
    }),
    { minLength: 3, maxLength: 7 },
  ),
});

test('Whatever is done to leads, by several people at once, every total is what counting finds', {
  timeout: 300_000,
}, async () => {
  const isBuilt = ({ method, path }: Route) =>
    portal.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') });
  const take = async (lane: Lane, name: string, picks: [number, number, number]) => {
    const step = steps[name];
    if (!step || !isBuilt(step.of)) return undefined;
    const answered = await step.run(lane, picks);
    expect(usual, `${name} answered ${answered}`).toContain(answered);
    return answered;
  };
  // First alone, where nobody is in the way: a step that is refused each time would show nothing.
  const alone: Lane = { caller: admins[0] as SignedIn };
  const enoughToChange = Array<string>(5).fill('create');
  for (const name of [...enoughToChange, ...Object.keys(steps)]) {
    const answered = await take(alone, name, [0, 1, 2]);
    expect([name, answered]).toEqual([name, name === 'create' ? 201 : 200]);
  }
  let runs = 0;
  const property = fc.asyncProperty(
    fc.array(laneOf, { minLength: 3, maxLength: 5 }),
    async (lanes) => {
      const people = [...admins, ...partners];
      const walk = async ({ caller, steps: walked }: (typeof lanes)[number]) => {
        const lane: Lane = { caller: pick(people, caller) as SignedIn };
        for (const { name, picks } of walked) await take(lane, name, picks);
      };
      await Promise.all([countDays(portal.db), ...lanes.map(walk), countDays(portal.db)]);
      if (runs % 2 === 0) await Promise.all([foldMovement(portal.db), foldCommissions(portal.db)]);
      await expectExactCounters(portal.db);
      await expectExactMovement(portal.db);
      await expectExactCommissions(portal.db);
      await expectExactAnswers(pick(people, runs++) as SignedIn);
      await expectExactImports();
    },
  );
  await fc.assert(property, { numRuns: 8, seed: 12, endOnFailure: true });
});

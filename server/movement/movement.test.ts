import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statusGroups } from '#contract/lead-status.ts';
import { leastStays, movementWeeks, stuckNamed } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { type Stage, stages, statusTurns } from '#contract/stages.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';
import { foldMovement } from './movement.ts';

const hour = 3_600_000;
const day = 24 * hour;

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  const env = { ACCESS_TOKEN_TTL_SECONDS: '31536000', REFRESH_TOKEN_TTL_DAYS: '3650' };
  portal = await testPortal({ env });
});
afterAll(() => portal.close());

let partner: SignedIn;
beforeEach(async () => {
  // Twelve weeks are shown: what an earlier test did is of weeks that are over.
  const monday = (portal.clock.now().getUTCDay() + 6) % 7;
  portal.clock.advance((7 - monday + 7 * 60) * day);
  const midnight = portal.clock.now().getTime() % day;
  portal.clock.advance(12 * hour - midnight);
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Pat');
});

const setStatus = (id: string, status: string) =>
  admin.call(routes.updateLead, { params: { id }, body: { status } });
const movementOf = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.getMovement, { query })).body;
const stuckOf = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.listStuckLeads, { query })).body;
const totalOf = async (caller: SignedIn, query: object) =>
  (await caller.call(routes.listLeads, { query: query as never })).body.total;

async function wonAfter(owner: SignedIn, days: number) {
  const lead = await addLead(owner);
  portal.clock.advance(days * day);
  await setStatus(lead.id, 'closed won');
  return lead;
}

test('The stages of the contract are those of the database, and the last one is the Live group', async () => {
  for (const [position, { statuses }] of stages.entries()) {
    for (const status of statuses) {
      const [row] = await portal.db.queryOnce(sql`select stage_of(${status}) as stage`);
      expect([status, row]).toEqual([status, { stage: position }]);
    }
  }
  const [none] = await portal.db.queryOnce(sql`select stage_of('closed lost') as stage`);
  expect(none).toEqual({ stage: null });
  const live = statusGroups.find(({ name }) => name === 'Live')?.statuses ?? [];
  expect(stages.at(-1)?.statuses).toEqual(live.map((status) => status.toLowerCase()));
  const open = stages.slice(0, -1).flatMap(({ statuses }) => [...statuses]);
  expect(Object.keys(statusTurns).sort()).toEqual(open.sort());
});

test('Weeks begin on Monday, the last one is under way, and each count is what its list shows', async () => {
  await addLead(partner);
  portal.clock.advance(7 * day);
  await wonAfter(partner, 0);
  await addLead(partner);
  const lost = await wonAfter(partner, 1);
  await setStatus(lost.id, 'closed lost');
  const { weeks } = await movementOf(partner);
  expect(weeks).toHaveLength(movementWeeks);
  expect(weeks.map(({ submitted, won }) => [submitted, won]).slice(-3)).toEqual([
    [0, 0],
    [1, 0],
    [3, 1],
  ]);
  for (const { week, submitted, won } of weeks) {
    expect(new Date(week).getUTCDay()).toBe(1);
    const from = `${week}T00:00:00Z`;
    const to = new Date(Date.parse(from) + 7 * day).toISOString();
    expect(await totalOf(partner, { from, to })).toBe(submitted);
    expect(await totalOf(partner, { won_from: from, won_to: to })).toBe(won);
  }
  expect(Date.parse(weeks.at(-1)?.week ?? '')).toBeLessThanOrEqual(portal.clock.now().getTime());
});

test('How far leads came is kept when they are lost, and follows when they are put back', async () => {
  const ways: [string[], Stage][] = [
    [[], 'submitted'],
    [['contacted'], 'in_contact'],
    [['contacted', 'application_sent', 'closed lost'], 'application_sent'],
    [['application submitted'], 'application_submitted'],
    [['live'], 'live'],
    [['live', 'contacted'], 'in_contact'],
    [['connected', 'Waiting for the board'], 'in_contact'],
    [['closed lost'], 'submitted'],
  ];
  for (const [statuses] of ways) {
    const { id } = await addLead(partner);
    for (const status of statuses) await setStatus(id, status);
  }
  const { stages: shown, stages_since, weeks } = await movementOf(partner);
  const weeksBefore = (Date.parse(weeks.at(-1)?.week ?? '') - Date.parse(stages_since)) / (7 * day);
  expect(weeksBefore + 1, 'with the one under way').toBe(52);
  expect(shown.map(({ leads }) => leads)).toEqual([8, 6, 3, 2, 1]);
  for (const { stage, leads } of shown) {
    const from = `${stages_since}T00:00:00Z`;
    expect([stage, await totalOf(partner, { from, reached: stage })]).toEqual([stage, leads]);
  }
});

test('The median is that of the leads that were won in these weeks, and of none there is none', async () => {
  expect((await movementOf(partner)).days_to_live).toEqual({ median: null, leads: 0 });
  for (const days of [3, 10, 1]) await wonAfter(partner, days);
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 3, leads: 3 });
  await wonAfter(partner, 4);
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 3.5, leads: 4 });
  await foldMovement(portal.db);
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 3.5, leads: 4 });
});

test('Leads that were won in the weeks before say nothing of how long it takes now', async () => {
  await wonAfter(partner, 40);
  portal.clock.advance(7 * movementWeeks * day);
  const { before, days_to_live } = await movementOf(partner);
  expect([before.won, days_to_live]).toEqual([1, { median: null, leads: 0 }]);
  await wonAfter(partner, 2);
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 2, leads: 1 });
});

test('The weeks before are as many as are shown, and nothing earlier is held against these', async () => {
  await addLead(partner);
  const submittedBefore = async (weeks: number) => {
    portal.clock.advance(7 * weeks * day);
    const { before, stages: shown } = await movementOf(partner);
    return [before.submitted, shown[0]?.leads];
  };
  expect(await submittedBefore(movementWeeks - 1)).toEqual([0, 1]);
  expect(await submittedBefore(1)).toEqual([1, 1]);
  expect(await submittedBefore(movementWeeks - 1)).toEqual([1, 1]);
  expect(await submittedBefore(1)).toEqual([0, 1]);
});

test('A lead is won when it came among the live ones, whatever it is called there later', async () => {
  const { id } = await wonAfter(partner, 2);
  portal.clock.advance(30 * day);
  await setStatus(id, 'live');
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 2, leads: 1 });
  const body = { ids: [id], status: 'contacted' };
  const { undo_id } = (await admin.call(routes.changeLeads, { body })).body;
  expect((await movementOf(partner)).days_to_live).toEqual({ median: null, leads: 0 });
  await admin.call(routes.undoLeadsChange, { params: { id: undo_id } });
  expect((await movementOf(partner)).days_to_live).toEqual({ median: 2, leads: 1 });
});

test('Administrators see everybody, one partner, and who moved most; partners see their own', async () => {
  const better = await portal.asPartner('Better');
  const worse = await portal.asPartner('Worse');
  await wonAfter(worse, 1);
  portal.clock.advance(7 * movementWeeks * day);
  for (const days of [1, 1]) await wonAfter(better, days);
  const all = await movementOf(admin);
  expect(all.partners.map(({ name, won, won_before }) => [name, won, won_before])).toEqual([
    ['Better', 2, 0],
    ['Worse', 0, 1],
  ]);
  expect(all.partners[0]?.id).toBe(better.user.id);
  expect(all.partners[0]?.won_by_week.reduce((a, b) => a + b)).toBe(2);
  const own = await movementOf(better);
  expect(own.partners).toEqual([]);
  expect(own.weeks.reduce((sum, { won }) => sum + won, 0)).toBe(2);
  expect(await movementOf(admin, { partner_id: better.user.id })).toEqual(own);
  expect(await movementOf(better, { partner_id: worse.user.id })).toEqual(own);
  await foldMovement(portal.db);
  expect(await movementOf(admin)).toEqual(all);
});

test('What cannot be folded stays to be added up, and whoever asked for it is told', async () => {
  await wonAfter(partner, 1);
  const before = await movementOf(partner);
  const folding = whileRefused(portal.db, 'delete on movement_deltas', () =>
    foldMovement(portal.db),
  );
  await expect(folding).rejects.toThrow('no room');
  expect(await movementOf(partner)).toEqual(before);
});

describe('Stuck', () => {
  /** A status of which nine in ten leads left within two days. */
  async function usualStays(status: string): Promise<void> {
    const leads = await Promise.all(Array.from({ length: leastStays }, () => addLead(partner)));
    for (const { id } of leads) await setStatus(id, status);
    const [last, ...others] = leads;
    portal.clock.advance(2 * day);
    for (const { id } of others) await setStatus(id, 'closed lost');
    portal.clock.advance(20 * day);
    await setStatus(last?.id ?? '', 'closed lost');
  }

  test('is a lead that has stood in its status longer than nine in ten did, and no other', async () => {
    await usualStays('application_sent');
    const slow = await addLead(partner, { company_name: 'Slow Ltd' });
    await setStatus(slow.id, 'Application Sent');
    const since = portal.clock.now().toISOString();
    portal.clock.advance(3 * day - 1);
    expect(await stuckOf(partner)).toEqual({ leads: [], total: 0 });
    expect(await totalOf(partner, { stuck: 'true' })).toBe(0);
    portal.clock.advance(1);
    const { leads, total } = await stuckOf(partner);
    expect(total).toBe(1);
    const told = { id: slow.id, company_name: 'Slow Ltd', contact: 'Ada Lovelace', since };
    expect(leads).toMatchObject([{ ...told, days: 3, usual_days: 2, turn: 'partner' }]);
    expect(await totalOf(partner, { stuck: 'true' })).toBe(1);
    expect(await totalOf(admin, { stuck: 'true', partner_id: partner.user.id })).toBe(1);
    expect((await stuckOf(admin, { partner_id: partner.user.id })).leads).toEqual(leads);
    expect((await stuckOf(await portal.asPartner())).total).toBe(0);
    await setStatus(slow.id, 'live');
    expect((await stuckOf(partner)).total).toBe(0);
  });

  test('is a new lead by when it was submitted, and it is the vendor’s turn', async () => {
    const leads = await Promise.all(Array.from({ length: leastStays }, () => addLead(partner)));
    portal.clock.advance(day);
    for (const { id } of leads) await setStatus(id, 'closed lost');
    const { id } = await addLead(partner);
    portal.clock.advance(100 * day);
    const found = await stuckOf(partner);
    expect(found).toMatchObject({ total: 1, leads: [{ id, turn: 'vendor', days: 100 }] });
    expect(await totalOf(partner, { stuck: 'true' })).toBe(1);
  });

  test('is a lead that was put back to new by when that was', async () => {
    await usualStays('new');
    const { id } = await addLead(partner);
    await setStatus(id, 'contacted');
    portal.clock.advance(100 * day);
    await setStatus(id, 'new');
    expect((await stuckOf(partner)).total).toBe(0);
    portal.clock.advance(3 * day);
    expect(await stuckOf(partner)).toMatchObject({ total: 1, leads: [{ id, days: 3 }] });
  });

  test('names those that stand longest, longest first, and counts all', async () => {
    await usualStays('contacted');
    const leads = await Promise.all(Array.from({ length: stuckNamed + 1 }, () => addLead(partner)));
    const ids = leads.map(({ id }) => id).sort();
    // The other way round than they were submitted.
    for (const id of ids.toReversed()) {
      await setStatus(id, 'contacted');
      portal.clock.advance(hour);
    }
    portal.clock.advance(30 * day);
    const found = await stuckOf(partner);
    expect(found.total).toBe(stuckNamed + 1);
    expect(found.leads.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, stuckNamed));
  });

  test('is nothing where too few leads have left a status to tell what is usual', async () => {
    const { id } = await addLead(partner);
    await setStatus(id, 'open deal');
    portal.clock.advance(300 * day);
    expect((await stuckOf(partner)).total).toBe(0);
  });

  test('is judged by what was not undone: an undone change is no stay', async () => {
    const stays = async () =>
      portal.db.queryOnce<object>(sql`
        select status_key, days, sum(count)::bigint as count from (
          select status_key, days, count from lead_stays
          union all select status_key, value, n from movement_deltas where fact = 'stay'
        ) stays group by 1, 2 having sum(count) <> 0 order by 1, 2`);
    const { id } = await addLead(partner);
    await setStatus(id, 'connected');
    portal.clock.advance(5 * day);
    const before = await stays();
    const { undo_id } = (
      await admin.call(routes.changeLeads, { body: { ids: [id], status: 'live' } })
    ).body;
    expect(await stays()).not.toEqual(before);
    await admin.call(routes.undoLeadsChange, { params: { id: undo_id } });
    expect(await stays()).toEqual(before);
  });
});

test('The id under which the leads of all are kept is that of no partner', async () => {
  await wonAfter(partner, 1);
  await foldMovement(portal.db);
  const nobody = await movementOf(admin, { partner_id: '00000000-0000-0000-0000-000000000000' });
  expect(nobody.weeks.filter(({ submitted, won }) => submitted + won > 0)).toEqual([]);
  expect(nobody.before).toEqual({ submitted: 0, won: 0 });
  expect(nobody.stages.filter(({ leads }) => leads > 0)).toEqual([]);
  expect(nobody.days_to_live).toEqual({ median: null, leads: 0 });
});

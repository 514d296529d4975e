import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { leadText } from '#contract/lead-text.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addHeldUpFirstLead,
  addManyLeads,
  atTheLastLead,
  callThatLeaves,
  isHeldUpAtLastLead,
  manyLeads,
  whileLastLeadIsHeldUp,
} from '#test/held-up-leads.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { withLongChange, withOneChange } from './limiters.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let other: SignedIn;
const patiently = { timeout: 20_000 };
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_GENERAL: '1000000' } });
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  admin = await portal.asAdmin();
  [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  await addManyLeads(portal, partner);
});
afterEach(async () => {
  await portal.db.queryOnce(sql`delete from leads`);
  await atTheLastLead(portal, '');
});
afterAll(() => portal.close());

async function changeAll(change: object, expected = manyLeads): Promise<string> {
  const chosen = { filter: { partner_id: partner.user.id }, expected };
  const body = { ...chosen, ...change } as never;
  const answer = await admin.call(routes.changeLeads, { body });
  expect(answer.status, answer.body.error).toBe(200);
  return answer.body.undo_id;
}
const undo = (id: string) => admin.call(routes.undoLeadsChange, { params: { id } });
const undoThatLeaves = (id: string) =>
  callThatLeaves(portal, admin, routes.undoLeadsChange.path.replace('{id}', id));
const allPutBack = { status: 200, body: { count: manyLeads, left: 0 } };

/** How many leads are as they were before all changes, and how many times one was put back. */
async function state() {
  const [found] = await portal.db.queryOnce<object>(sql`
    select count(*) filter (where status = 'new' and partner_id = ${partner.user.id}) as "asBefore",
      (select count(*) from events where bulk_id is null and partner_id = ${partner.user.id}
        and kind in ('status', 'moved', 'restored')) as "putBack"
    from leads`);
  return found;
}
const asBeforeOnce = { asBefore: manyLeads, putBack: manyLeads };

describe.each([
  { what: 'statuses', change: () => ({ status: 'live' }) },
  { what: 'moves', change: () => ({ partner_id: other.user.id }) },
  { what: 'deletions', change: () => ({ delete: true }) },
])('An undo of $what', ({ change }) => {
  const all = manyLeads + 1;
  test('tells how far it is, and is carried out though its caller leaves in the middle', async () => {
    await addHeldUpFirstLead(portal, partner);
    const id = await changeAll(change(), all);
    await whileLastLeadIsHeldUp(portal, async () => {
      const leave = await undoThatLeaves(id);
      await isHeldUpAtLastLead(portal);
      const { body } = await admin.call(routes.changeLeadsProgress, { query: { change_id: id } });
      expect(body).toEqual({ done: 0, total: all });
      await leave();
    });
    const asBefore = { asBefore: all, putBack: all };
    await vi.waitFor(async () => expect(await state()).toEqual(asBefore), patiently);
    portal.clock.advance(90_000);
    expect(await undo(id)).toMatchObject({ status: 200, body: { count: all, left: 0 } });
    expect(await state()).toEqual(asBefore);
  });
});

describe('While others change as many leads as can be changed at once, an undo', () => {
  let letGo: () => void;
  let held: Promise<unknown>;
  /** Before the others come: it would wait as well. */
  async function changeThenHold(): Promise<string> {
    const id = await changeAll({ status: 'live' });
    const latch = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    held = Promise.all(['one', 'two'].map((one) => withLongChange(one, () => latch)));
    return id;
  }
  afterEach(async () => {
    letGo();
    await held;
  });

  test('whose caller leaves is carried out when its turn comes', async () => {
    const id = await changeThenHold();
    const leave = await undoThatLeaves(id);
    // Asked here and not by a call, which could be under way when the undo comes, and have it refused.
    const another = () => withOneChange(admin.user.id, async () => undefined);
    await vi.waitFor(() => expect(another()).rejects.toThrow(leadText.many.another), patiently);
    await leave();
    letGo();
    await vi.waitFor(async () => expect(await state()).toEqual(asBeforeOnce), patiently);
  });

  test('that another process has made meanwhile answers what that one did', async () => {
    const id = await changeThenHold();
    const undone = undo(id);
    const first = await Promise.race([undone, admin.call(routes.listLeads)]);
    expect(first.body).toHaveProperty('leads');
    await portal.db.queryOnce(sql`
      update bulk_changes set undone_at = now(), put_back = 7 where id = ${id}`);
    letGo();
    expect((await undone).body).toEqual({ count: 7, left: manyLeads - 7 });
    expect(await state()).toEqual({ asBefore: 0, putBack: 0 });
  });
});

test('An undo that is asked for again while it is under way is made once, and answers both', async () => {
  const id = await changeAll({ status: 'live' });
  const { answers } = await whileLastLeadIsHeldUp(portal, async () => {
    const first = undo(id);
    await isHeldUpAtLastLead(portal);
    return { answers: [first, undo(id)] };
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(allPutBack);
  expect(await state()).toEqual(asBeforeOnce);
});

test('An undo that fails at its last lead has put nothing back, and can be asked for again', async () => {
  const id = await changeAll({ status: 'live' });
  await atTheLastLead(portal, "raise exception 'boom';");
  expect((await undo(id)).status).toBe(500);
  expect(await state()).toEqual({ asBefore: 0, putBack: 0 });
  await atTheLastLead(portal, '');
  expect(await undo(id)).toMatchObject(allPutBack);
});

test('An undo that is asked for again answers what it has left alone, whatever was changed since', async () => {
  const ids = [(await addLead(partner)).id, (await addLead(partner)).id];
  const [touched = '', back = ''] = ids;
  const body = { ids, status: 'open' };
  const { undo_id } = (await admin.call(routes.changeLeads, { body })).body;
  const setLive = (id: string) =>
    admin.call(routes.updateLead, { params: { id }, body: { status: 'live' } });
  await setLive(touched);
  expect((await undo(undo_id)).body).toEqual({ count: 1, left: 1 });
  await setLive(back);
  expect((await undo(undo_id)).body).toEqual({ count: 1, left: 1 });
  const { lead } = (await admin.call(routes.getLead, { params: { id: back } })).body;
  expect(lead.status).toBe('live');
});

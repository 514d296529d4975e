import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { inChunks } from './bulk.ts';
import { withLongChange } from './limiters.ts';

let portal: TestPortal;
let partner: SignedIn;
let letGo: () => void;
let held: Promise<unknown>;
beforeAll(async () => {
  portal = await testPortal();
});
beforeEach(async () => {
  partner = await portal.asPartner();
  const latch = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  held = Promise.all(['one', 'two'].map((other) => withLongChange(other, () => latch)));
});
afterEach(async () => {
  letGo();
  await held;
});
afterAll(() => portal.close());

describe('While others change as many leads as can be changed at once', () => {
  test('a change by filter waits, and is refused when its caller has signed out meanwhile', async () => {
    await addLead(partner);
    const change = partner.call(routes.changeLeads, {
      body: { filter: {}, expected: 1, delete: true },
    });
    const first = await Promise.race([change, partner.call(routes.listLeads)]);
    expect(first.body).toHaveProperty('leads');
    await portal.db.queryOnce(sql`delete from sessions where user_id = ${partner.user.id}`);
    letGo();
    expect((await change).status).toBe(401);
    const left = await portal.db.queryOnce(sql`
      select 1 from leads where partner_id = ${partner.user.id}`);
    expect(left).toHaveLength(1);
  });

  test.each([
    { count: 1_000, waits: false },
    { count: 1_001, waits: true },
  ])('undoing a change of $count leads waits: $waits', async ({ count, waits }) => {
    const { id } = await addLead(partner);
    const { undo_id } = (
      await partner.call(routes.changeLeads, { body: { ids: [id], delete: true } })
    ).body;
    await portal.db.queryOnce(sql`
      update bulk_changes set count = ${count} where id = ${undo_id}`);
    const undone = partner.call(routes.undoLeadsChange, { params: { id: undo_id } });
    if (waits) {
      // Ten calls, one after the other, take longer than any undoing of one lead.
      for (let n = 0; n < 10; n++) {
        const first = await Promise.race([undone, partner.call(routes.listLeads)]);
        expect(first.body).toHaveProperty('leads');
      }
      letGo();
    }
    // There are not as many leads as the record says now: what matters is that it was begun.
    expect((await undone).status).toBe(500);
  });

  async function waitingUndo() {
    const ids = [(await addLead(partner)).id, (await addLead(partner)).id];
    const { undo_id } = (await partner.call(routes.changeLeads, { body: { ids, delete: true } }))
      .body;
    await portal.db.queryOnce(sql`update bulk_changes set count = 1001 where id = ${undo_id}`);
    const undone = partner.call(routes.undoLeadsChange, { params: { id: undo_id } });
    const first = await Promise.race([undone, partner.call(routes.listLeads)]);
    expect(first.body).toHaveProperty('leads');
    return { undone, undo_id };
  }

  test('an undo that waits is refused when its caller has signed out meanwhile', async () => {
    const { undone } = await waitingUndo();
    await portal.db.queryOnce(sql`delete from sessions where user_id = ${partner.user.id}`);
    letGo();
    expect((await undone).status).toBe(401);
  });

  test('an undo that was asked for in time is made, however long it waits', async () => {
    const { undone, undo_id } = await waitingUndo();
    await portal.db.queryOnce(sql`update bulk_changes set count = 2 where id = ${undo_id}`);
    portal.clock.advance(90_000);
    letGo();
    expect((await undone).body).toEqual({ count: 2, left: 0 });
  });
});

describe('Steps of a change', () => {
  const tx = { query: async () => [] } as unknown as Transaction;
  const caller = { id: 'somebody', role: 'admin' } as const;
  const call = { caller, signal: new AbortController().signal };
  const steps = { id: 'change', total: 3 };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    { minutes: 9.99, done: 3 },
    { minutes: 10.01, done: 1 },
  ])('of which the first takes $minutes minutes come to $done', async ({ minutes, done }) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let taken = 0;
    const work = async () => {
      taken++;
      if (taken === 1) now = minutes * 60_000;
      return { taken: 1, last: `lead ${taken}` };
    };
    const all = inChunks(tx, call, steps, work);
    if (done === 3) await all;
    else
      await expect(all).rejects.toThrow(
        'The change took too long, and nothing was changed. Choose fewer leads.',
      );
    expect(taken).toBe(done);
  });

  test('go on from the last lead of the one before, and fail where leads are missing', async () => {
    const asked: (string | null)[] = [];
    const work = async (after: string | null) => {
      asked.push(after);
      return asked.length === 3
        ? { taken: 0, last: null }
        : { taken: 1, last: `lead ${asked.length}` };
    };
    await expect(inChunks(tx, call, steps, work)).rejects.toThrow(
      'Only 2 of 3 leads were there to be changed',
    );
    expect(asked).toEqual([null, 'lead 1', 'lead 2']);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const note = (caller: SignedIn, id: string) => () =>
  caller.call(routes.addNote, { params: { id }, body: { text: 'Hello' } });
const read = (caller: SignedIn, id: string) => () =>
  caller.call(routes.markNotesRead, { params: { id } });
const change = (caller: SignedIn, id: string) => () =>
  caller.call(routes.changeLeads, { body: { ids: [id], delete: true } });

test.each([
  { what: 'Notes', of: note },
  { what: 'Changes of chosen leads', of: change },
])('$what that meet a locked lead leave the connections to others', async ({ of }) => {
  const owners: SignedIn[] = [];
  // More than there are connections to be had.
  for (let n = 0; n < 6; n++) owners.push(await portal.asPartner());
  const other = await portal.asPartner();
  const ids: string[] = [];
  for (const owner of owners) ids.push((await addLead(owner)).id);
  const answers = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`select from leads where id = any(${ids}::uuid[]) for update`);
    const order: string[] = [];
    const held = owners.map((owner, n) =>
      of(owner, ids[n] ?? '')().finally(() => order.push('held')),
    );
    const list = other.call(routes.listLeads).finally(() => order.push('list'));
    const answers = await Promise.all([list, ...held]);
    expect(order[0]).toBe('list');
    return answers;
  });
  expect(answers.map(({ status }) => status)).toEqual([200, ...owners.map(() => 503)]);
});

test('Notes are marked as read once a lead that was locked for a moment is free', async () => {
  const [owner, admin] = [await portal.asPartner(), await portal.asAdmin()];
  const { id } = await addLead(owner);
  await note(admin, id)();
  const calls = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`select from unread_notes where lead_id = ${id} for update`);
    const marked = read(owner, id)();
    // The list is answered although the mark is waited for: it is not the first that ends.
    const first = await Promise.race([marked, owner.call(routes.listLeads)]);
    expect(first.body).toHaveProperty('leads');
    return { marked };
  });
  expect((await calls.marked).status).toBe(200);
  expect((await owner.call(routes.countUnreadLeads)).body.count).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { recordUse } from './session.queries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('Of many calls that saw the same last use one writes', async () => {
  const { user } = await portal.asPartner();
  /** With each write a row gets the number of the transaction that wrote it. */
  const read = async () => {
    const [row] = await portal.db.query<{ id: string; xmin: string; address: string }>(sql`
      select id, xmin::text, address from sessions where user_id = ${user.id}`);
    return row;
  };
  const { id = '' } = (await read()) ?? {};
  const dueBefore = portal.clock.now();
  const now = new Date(dueBefore.getTime() + 60_000);
  const use = (address: string) =>
    recordUse(portal.db, id, { now, address, userAgent: null }, dueBefore);
  await use('192.0.2.1');
  const written = await read();
  expect(written?.address).toBe('192.0.2.1');
  await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(use));
  expect(await read()).toEqual(written);
});

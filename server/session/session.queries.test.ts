import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { expectPlannedOnce } from '#test/custom-plans.ts';
import { freshDatabase } from '#test/database.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { findSessions, recordUse } from './session.queries.ts';

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

type Kept = { sessions: number; tokens: number };

/** So many sessions of one of six users, each with so many tokens; one that is valid, by its hash. */
async function keepSessions(db: Database, { sessions, tokens }: Kept, now: Date): Promise<Buffer> {
  await db.queryOnce(sql`
    insert into users
      (id, role, name, email, email_key, company, password_hash, password_set_at, created_at)
    select gen_random_uuid(), 'partner', 'Pat', 'pat' || n, 'pat' || n, 'Pat Ltd', '', ${now}, ${now}
    from generate_series(1, 6) n`);
  await db.queryOnce(sql`
    insert into sessions (id, user_id, refresh_hash, created_at, expires_at, last_used_at)
    select gen_random_uuid(), (select id from users order by id limit 1), sha256(n::text::bytea),
      ${now}, ${now}::timestamptz + make_interval(days => 7, mins => -n), ${now}
    from generate_series(1, ${sessions}::int) n`);
  await db.queryOnce(sql`
    insert into access_tokens (hash, session_id, expires_at)
    select sha256((id::text || n)::bytea), id,
      ${now}::timestamptz + make_interval(mins => 10 - 7 * n)
    from generate_series(1, ${tokens}::int) n, sessions`);
  await db.queryOnce(sql`analyze`);
  const [valid] = await db.queryOnce<{ hash: Buffer }>(sql`
    select hash from access_tokens order by expires_at desc limit 1`);
  return valid?.hash ?? Buffer.alloc(0);
}

// As many as a young portal has: of more, PostgreSQL takes the index for any moment.
test.each([
  { sessions: 30, tokens: 20 },
  { sessions: 50, tokens: 1 },
  { sessions: 50, tokens: 5 },
])(
  'Looking up one of $sessions sessions, each of $tokens tokens, is planned once',
  async (kept) => {
    const { db, url, drop } = await freshDatabase();
    const now = new Date();
    const asked = [{ hash: await keepSessions(db, kept, now), calls: 1 }];
    const limit = portal.config.rateLimits.general;
    // A connection that has compared no plans while the tables were empty.
    const fresh = openDatabase(url, { poolSize: 1 });
    await fresh.transaction(async (tx) => {
      expect(await findSessions(tx, asked, limit, now)).toHaveLength(1);
      await expectPlannedOnce(tx, () => findSessions(tx, asked, limit, now));
    });
    await fresh.close();
    await drop();
  },
);

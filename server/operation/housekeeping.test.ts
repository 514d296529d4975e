import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { startHousekeeping } from './housekeeping.ts';

const minute = 60 * 1000;
const log = pino({ level: 'silent' });

let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const inMilliseconds = (n: number) => new Date(portal.clock.now().getTime() + n);

async function kept(): Promise<{ hits: string[]; sessions: string[]; leads: string[] }> {
  const hits = await portal.db.query<{ key: string }>(sql`
    select key from rate_hits where key like 'test:%' order by key`);
  const sessions = await portal.db.query<{ id: string }>(sql`
    select id from sessions where user_id = ${partner.user.id} order by id`);
  const leads = await portal.db.query<{ id: string }>(sql`
    select id from deleted_leads where partner_id = ${partner.user.id} order by id`);
  return {
    hits: hits.map(({ key }) => key),
    sessions: sessions.map(({ id }) => id),
    leads: leads.map(({ id }) => id),
  };
}

test('Every ten minutes what is over by then is forgotten, and nothing that still counts', async () => {
  const ids = ['0192aaaa-0000-7000-8000-000000000001', '0192aaaa-0000-7000-8000-000000000002'];
  await portal.db.query(sql`delete from sessions where user_id = ${partner.user.id}`);
  for (const [i, name] of ['test:over', 'test:still'].entries()) {
    const ends = inMilliseconds(i);
    await portal.db.query(sql`
      insert into rate_hits (key, hits, window_ends) values (${name}, 1, ${ends})`);
    await portal.db.query(sql`
      insert into sessions (id, user_id, refresh_hash, created_at, expires_at)
      values (${ids[i]}, ${partner.user.id}, ${Buffer.from(name)}, ${ends}, ${ends})`);
    await portal.db.query(sql`
      insert into deleted_leads (id, partner_id, company_key, status_key, search_text, source,
        created_at, deleted_at)
      values (${ids[i]}, ${partner.user.id}, '', '', '', 'form', ${ends},
        ${ends}::timestamptz - make_interval(days => 30))`);
  }
  const query = vi.fn();
  const db: Database = {
    ...portal.db,
    query: (statement) => {
      query();
      return portal.db.query(statement);
    },
  };
  const stop = startHousekeeping({ db, config: portal.config, clock: portal.clock.now }, log);
  vi.advanceTimersByTime(10 * minute - 1);
  expect(query).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await vi.waitFor(async () =>
    expect(await kept()).toEqual({ hits: ['test:still'], sessions: [ids[1]], leads: [ids[1]] }),
  );

  query.mockClear();
  stop();
  vi.advanceTimersByTime(60 * minute);
  expect(query).not.toHaveBeenCalled();
});

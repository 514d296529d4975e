import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import {
  again,
  done,
  dropJob,
  enqueue,
  failed,
  type Handler,
  type Job,
  type Outcome,
  parked,
  retryJob,
  startWorker,
  workOnce,
} from './jobs.ts';

const seconds = 1_000;
let now = Date.now();
const clock = () => new Date(now);
const never = new AbortController().signal;
const options = { log: pino({ level: 'silent' }), chance: () => 0 };

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('migrated', clock);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query(sql`delete from jobs`);
});

type Row = Job & { reason: string | null; parked_at: string | null; run_at: string };
const rows = () => database.db.query<Row>(sql`select * from jobs order by key`);
const onlyRow = async () => (await rows())[0];
const want = (...keys: string[]) => enqueue(database.db, 'task', keys);

/** Works on the jobs of kind 'task', once; answers with the keys that it was handed. */
async function work(
  outcome: Outcome | ((jobs: Job[]) => Promise<Outcome[]>),
  atOnce = 10,
  more: Partial<Handler> = {},
): Promise<string[]> {
  const seen: string[] = [];
  const handler: Handler = {
    kind: 'task',
    atOnce,
    work: async (jobs) => {
      seen.push(...jobs.map(({ key }) => key));
      return typeof outcome === 'function' ? outcome(jobs) : jobs.map(() => outcome);
    },
    ...more,
  };
  await workOnce(database.db, handler, options, never);
  return seen.sort();
}

/** Somebody who has claimed what is due and is not through with it before `finish`. */
function startSlowly(outcome: Outcome = done) {
  let finish = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const finishing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ended = work(async (jobs) => {
    begin();
    await finishing;
    return jobs.map(() => outcome);
  });
  return { begun, ended, finish: () => finish() };
}

test('What is done with is gone', async () => {
  await want('a', 'b');
  expect(await work(done)).toEqual(['a', 'b']);
  expect(await rows()).toEqual([]);
  expect(await work(done)).toEqual([]);
});

test('What is enqueued is there with its transaction, and gone with one that is rolled back', async () => {
  const { db } = database;
  const rolledBack = db.transaction(async (tx) => {
    await enqueue(tx, 'task', 'never', { some: 'data' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await db.transaction((tx) => enqueue(tx, 'task', 'always', { some: 'data' }));
  expect(await rows()).toMatchObject([{ key: 'always', data: { some: 'data' } }]);
});

test('Two workers never get the same, and no more than they take at once', async () => {
  await want(...Array.from({ length: 30 }, (_, i) => String(i).padStart(2, '0')));
  const all = await Promise.all([work(done, 10), work(done, 10), work(done, 10)]);
  expect(all.map((keys) => keys.length)).toEqual([10, 10, 10]);
  expect(new Set(all.flat()).size).toBe(30);
});

test('Of one key nothing begins before the one before has ended, and nothing that was wanted meanwhile is forgotten', async () => {
  await want('a');
  const first = startSlowly();
  await first.begun;
  await want('a');
  await want('a');
  expect(await work(done)).toEqual([]);
  first.finish();
  await first.ended;
  expect(await work(done)).toEqual(['a']);
  expect(await rows()).toEqual([]);
});

test.each([failed('broken'), parked('never'), again(60 * seconds)])(
  'What is wanted meanwhile starts anew, though the attempt was %o',
  async (outcome) => {
    await want('a');
    const first = startSlowly(outcome);
    await first.begun;
    await want('a');
    first.finish();
    await first.ended;
    expect(await onlyRow()).toMatchObject({ attempts: 0, reason: null, parked_at: null });
    expect(await work(done)).toEqual(['a']);
  },
);

test('What a killed process was at is taken over within a minute, and its late word is not heard', async () => {
  await want('a');
  const killed = startSlowly(done);
  await killed.begun;
  now += 39 * seconds;
  expect(await work(done)).toEqual([]);
  now += 2 * seconds;
  const other = startSlowly(done);
  await other.begun;
  killed.finish();
  await killed.ended;
  expect(await rows()).toHaveLength(1);
  other.finish();
  expect(await other.ended).toEqual(['a']);
  expect(await rows()).toEqual([]);
});

test('A claim is renewed while the work goes on, and whoever has lost it is told', async () => {
  await want('a');
  const noted: string[] = [];
  await work(done, 1, {
    work: async ([job], { renew, signal }) => {
      now += 39 * seconds;
      await renew();
      now += 39 * seconds;
      noted.push(`another gets ${(await work(done)).length}`);
      now += 2 * seconds;
      noted.push(`another gets ${(await work(again(0))).length}`);
      await renew().catch((error: Error) => noted.push(error.message));
      noted.push(`aborted: ${signal.aborted}`);
      return [job ? done : failed('')];
    },
  });
  const lost = 'Another process has taken over';
  expect(noted).toEqual(['another gets 0', 'another gets 1', lost, 'aborted: true']);
  expect(await rows()).toHaveLength(1);
});

test('The pause after a failure doubles up to ten minutes, and chance takes up to half of it', async () => {
  await want('a');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 11; attempt++) {
    await work(failed('broken'));
    const { run_at } = (await onlyRow()) ?? { run_at: '' };
    pauses.push((Date.parse(run_at) - now) / seconds);
    now = Date.parse(run_at);
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
  const handler = { kind: 'task', atOnce: 1, work: async () => [failed('broken')] };
  await workOnce(database.db, handler, { ...options, chance: () => 0.5 }, never);
  expect(Date.parse((await onlyRow())?.run_at ?? '') - now).toBe(450 * seconds);
});

test('What fails again and again is parked with its reason; what was thrown is one', async () => {
  await want('a');
  for (let attempt = 1; attempt <= 14; attempt++) {
    await work(failed('broken'));
    now += 600 * seconds;
  }
  expect(await onlyRow()).toMatchObject({ attempts: 14, parked_at: null });
  await work(async () => {
    throw new Error('Out of luck');
  });
  expect(await onlyRow()).toMatchObject({
    reason: 'Out of luck',
    parked_at: clock().toISOString(),
  });
  now += 3_600 * seconds;
  expect(await work(done)).toEqual([]);
});

test('What comes again through no fault of its own is not counted', async () => {
  await want('a');
  for (let times = 0; times < 30; times++) {
    expect(await work(again(5 * seconds, 'HubSpot is away'))).toEqual(['a']);
    expect(await work(done)).toEqual([]);
    now += 5 * seconds;
  }
  expect(await onlyRow()).toMatchObject({ attempts: 0, reason: 'HubSpot is away' });
});

test('Each job has its own outcome; one that nothing was said about has failed', async () => {
  await want('a', 'b', 'c', 'd');
  const outcomes: Record<string, Outcome> = { a: done, b: parked('bad'), c: failed('broken') };
  await work(async (jobs) => jobs.map(({ key }) => outcomes[key] as Outcome));
  expect(await rows()).toMatchObject([
    { key: 'b', reason: 'bad', parked_at: expect.any(String) },
    { key: 'c', reason: 'broken', attempts: 1, parked_at: null },
    { key: 'd', reason: 'Nothing was said about it', attempts: 1, parked_at: null },
  ]);
});

test('What is parked is tried again or dropped by a person, once, and begins anew when it is wanted', async () => {
  await want('a');
  await work(parked('bad'));
  const id = (await onlyRow())?.id ?? '';
  expect(await retryJob(database.db, ['other'], id)).toBe(false);
  expect(await retryJob(database.db, ['task'], id)).toBe(true);
  expect(await retryJob(database.db, ['task'], id)).toBe(false);
  expect(await dropJob(database.db, ['task'], id)).toBe(false);
  expect(await work(parked('still bad'))).toEqual(['a']);
  await want('a');
  expect(await work(parked('still bad'))).toEqual(['a']);
  expect(await dropJob(database.db, ['task'], id)).toBe(true);
  expect(await rows()).toEqual([]);
});

test('What is enqueued for later is not done sooner', async () => {
  const later = new Date(now + 60 * seconds);
  await enqueue(database.db, 'task', 'a', {}, later);
  expect(await work(done)).toEqual([]);
  now = later.getTime();
  expect(await work(done)).toEqual(['a']);
});

test('What is wanted sooner is done sooner, and wanting it for later does not put it off', async () => {
  const later = new Date(now + 60 * seconds);
  await enqueue(database.db, 'task', 'a', {}, later);
  await want('a');
  expect(await work(done)).toEqual(['a']);
  await want('a');
  await enqueue(database.db, 'task', 'a', {}, later);
  expect(await work(done)).toEqual(['a']);
});

test('What has waited longest comes first, and what a person has tried again comes last', async () => {
  const keys = ['e', 'c', 'a', 'd', 'b', 'f'];
  for (const key of keys) {
    now += seconds;
    await want(key);
  }
  expect(await work(parked('no'), 1)).toEqual(['e']);
  now += seconds;
  await retryJob(database.db, ['task'], (await rows()).find(({ key }) => key === 'e')?.id ?? '');
  const order: string[] = [];
  for (const _ of keys) order.push(...(await work(done, 1)));
  expect(order).toEqual(['c', 'a', 'd', 'b', 'f', 'e']);
});

test('What is wanted again after it has failed has all of its attempts before it', async () => {
  await want('a');
  expect(await work(failed('broken'))).toEqual(['a']);
  expect(await onlyRow()).toMatchObject({ attempts: 1 });
  await want('a');
  expect(await onlyRow()).toMatchObject({ attempts: 0, reason: null });
});

test('Nothing is claimed of a kind that is not ready', async () => {
  await want('a');
  expect(await work(done, 10, { isReady: async () => false })).toEqual([]);
  expect(await work(done, 10, { isReady: async () => true })).toEqual(['a']);
});

test('What somebody holds at this moment is passed over, not waited for', async () => {
  await want('a', 'b');
  await database.db.transaction(async (tx) => {
    await enqueue(tx, 'task', 'a');
    expect(await work(done)).toEqual(['b']);
  });
  expect(await work(done)).toEqual(['a']);
});

test('A change that holds a job does not hold up the others', async () => {
  await want('a', 'b');
  const slow = startSlowly();
  await slow.begun;
  await database.db.transaction(async (tx) => {
    await enqueue(tx, 'task', 'b');
    slow.finish();
    await expect.poll(async () => (await rows()).map(({ key }) => key)).toEqual(['b']);
  });
  await slow.ended;
  expect(await work(done)).toEqual(['b']);
});

test('A worker that is stopped gives back what it was at, and counts nothing', async () => {
  await want('a');
  const begun = vi.fn();
  const worker = startWorker(
    database.db,
    [
      {
        kind: 'task',
        atOnce: 1,
        work: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            begun();
          }),
      },
    ],
    options,
  );
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  await worker.stop();
  expect(await onlyRow()).toMatchObject({ attempts: 0 });
  expect(await work(done)).toEqual(['a']);
});

test('What a person has tried again begins anew, and what was tried before is not forgotten', async () => {
  await want('a');
  await work(parked('no'));
  const id = (await onlyRow())?.id ?? '';
  expect(await retryJob(database.db, ['task'], id)).toBe(true);
  expect(await onlyRow()).toMatchObject({ attempts: 0, attempts_before: 1, parked_at: null });
  await work(parked('no'));
  expect(await onlyRow()).toMatchObject({ attempts: 1, attempts_before: 1 });
});

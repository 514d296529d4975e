import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type Database, DatabaseUnavailable, type Db, openDatabase } from './database.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase('empty');
  db = database.db;
  await db.queryOnce(sql`create table notes (text text)`);
});
afterAll(() => database.drop());

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function open(url = database.url, onError?: (error: Error) => void): Database {
  const opened = openDatabase(url, { poolSize: 1, ...(onError && { onError }) });
  cleanups.push(() => opened.close());
  return opened;
}

async function pidOf(connection: Db): Promise<number> {
  const [row] = await connection.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

const kill = (pid: number) => db.queryOnce(sql`select pg_terminate_backend(${pid})`);

async function untilRunning(pid: number, text: string): Promise<void> {
  await vi.waitFor(async () => {
    const running = await db.queryOnce(sql`
      select 1 from pg_stat_activity
      where pid = ${pid} and state = 'active' and query like ${`%${text}%`}`);
    expect(running).toHaveLength(1);
  });
}

const notes = async () =>
  (await db.query<{ text: string }>(sql`select text from notes`)).map(({ text }) => text);

test('int8 and count arrive as numbers, money as exact text, times as ISO in UTC', async () => {
  const [row] = await db.query(sql`
    select 9007199254740991::int8 as big, count(*) as count, 0.10::numeric(14, 2) as money,
      '2024-01-02 03:04:05.678+02'::timestamptz as time, null::timestamptz as never
    from generate_series(1, 3)`);
  expect(row).toEqual({
    big: 9_007_199_254_740_991,
    count: 3,
    money: '0.10',
    time: '2024-01-02T01:04:05.678Z',
    never: null,
  });
});

test('Values come back from a prepared and from a one-time statement as they went in', async () => {
  const values = [`'; drop table notes; --`, 'ü🚀', '', null];
  for (const run of [db.query, db.queryOnce]) {
    for (const value of values) {
      expect(await run(sql`select ${value}::text as value`)).toEqual([{ value }]);
    }
  }
});

test('No statement is compiled, which takes longer than running it', async () => {
  expect(await db.queryOnce(sql`show jit`)).toEqual([{ jit: 'off' }]);
});

test.each(['query', 'queryOnce'] as const)(
  'Who waits for a %s is seen until it is answered',
  async (how) => {
    expect(db.isAsked()).toBe(false);
    const answer = db[how](sql`select 1`);
    expect(db.isAsked()).toBe(true);
    await answer;
    expect(db.isAsked()).toBe(false);
    await expect(db[how](sql`select 1 / 0`)).rejects.toThrow('division by zero');
    expect(db.isAsked()).toBe(false);
  },
);

test('Who is at work in a transaction is not taken for somebody who waits', async () => {
  await db.transaction(async (tx) => {
    const answer = tx.query(sql`select 1`);
    expect(db.isAsked()).toBe(false);
    await answer;
  });
});

test('A transaction commits what its work did and answers with its result', async () => {
  const answer = await db.transaction(async (tx) => {
    await tx.query(sql`insert into notes values ('committed')`);
    expect(await notes()).not.toContain('committed');
    return 42;
  });
  expect(answer).toBe(42);
  expect(await notes()).toContain('committed');
});

test('A transaction whose work throws is rolled back, and throws the same error', async () => {
  const only = open();
  const fault = new Error('work failed');
  const failed = only.transaction(async (tx) => {
    await tx.query(sql`insert into notes values ('rolled back')`);
    throw fault;
  });
  await expect(failed).rejects.toBe(fault);
  expect(await notes()).not.toContain('rolled back');
  // The one connection of this pool is free again, and in no transaction.
  expect(await only.query(sql`select txid_current_if_assigned() as id`)).toEqual([{ id: null }]);
});

test('A statement that fails keeps its error and does not cost the connection', async () => {
  const only = open();
  const pid = await pidOf(only);
  await expect(only.query(sql`select 1 / ${0}::int`)).rejects.toMatchObject({ code: '22012' });
  expect(await pidOf(only)).toBe(pid);
});

test('A connection that is killed while idle is told, and the next query gets another', async () => {
  let tell = (_: Error) => {};
  const told = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const only = open(database.url, (error) => tell(error));
  const pid = await pidOf(only);
  await kill(pid);
  expect((await told).message).toMatch(/terminat/);
  expect(await pidOf(only)).not.toBe(pid);
});

test('A statement that is killed in flight is DatabaseUnavailable, with its cause', async () => {
  const only = open();
  const pid = await pidOf(only);
  const running = only.query(sql`select pg_sleep(20)`);
  const failed = expect(running).rejects.toSatisfy(
    (error) => error instanceof DatabaseUnavailable && error.cause instanceof Error,
  );
  await untilRunning(pid, 'pg_sleep');
  await kill(pid);
  await failed;
  expect(await pidOf(only)).not.toBe(pid);
});

test('A transaction whose statement is killed is DatabaseUnavailable', async () => {
  const only = open();
  const pid = await pidOf(only);
  const running = only.transaction((tx) => tx.query(sql`select pg_sleep(20)`));
  const failed = expect(running).rejects.toThrow(DatabaseUnavailable);
  await untilRunning(pid, 'pg_sleep');
  await kill(pid);
  await failed;
  expect(await pidOf(only)).not.toBe(pid);
});

test('A transaction that is killed between its statements is DatabaseUnavailable, and the process lives', async () => {
  const only = open();
  const killed = only.transaction(async (tx) => {
    const pid = await pidOf(tx);
    const ended = new Promise((resolve) => tx.client.once('end', resolve));
    await kill(pid);
    await ended;
    return pidOf(tx);
  });
  // Without a listener of its own, the connection's error event would end the process.
  await expect(killed).rejects.toThrow(DatabaseUnavailable);
  expect(await pidOf(only)).toBeGreaterThan(0);
});

/** Stands before the database: drops the first callers, then lets everyone through. */
async function proxy(dropped: number) {
  const target = new URL(database.url);
  const sockets = new Set<Socket>();
  let calls = 0;
  const server: Server = createServer((caller) => {
    calls += 1;
    if (calls <= dropped) return caller.destroy();
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [caller, onward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    return caller.pipe(onward).pipe(caller);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  /** What is open stays open, and hears nothing any more; as when a machine is gone and another has its place. */
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { url: url.href, calls: () => calls, silence };
}

test('A database that is away for a moment is waited for', async () => {
  const { url, calls } = await proxy(2);
  const patient = open(url);
  expect(await patient.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(calls()).toBe(3);
});

test('A ping does not wait for a database that is away', async () => {
  const { url, calls } = await proxy(1);
  const impatient = open(url);
  await expect(impatient.ping(sql`select 1`)).rejects.toThrow();
  expect(calls()).toBe(1);
  expect((await impatient.ping(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('A database that refuses the caller is not waited for', async () => {
  const wrong = new URL(database.url);
  wrong.pathname = '/no_such_database';
  await expect(open(wrong.href).query(sql`select 1`)).rejects.toMatchObject({ code: '3D000' });
});

test('A connection that answers no more is given up for another', async () => {
  const { url, calls, silence } = await proxy(0);
  const reached = open(url);
  await reached.ping(sql`select 1`);
  silence();
  await expect(reached.ping(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  expect((await reached.ping(sql`select 1`)).rowCount).toBe(1);
  expect(calls()).toBe(2);
});

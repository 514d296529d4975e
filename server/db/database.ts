import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { askAgain, type Listening, listenTo } from './listener.ts';
import { poolSize } from './long-work.ts';
import { type Sql, sql, statementName, textOf } from './sql.ts';

/** What a query needs: the pool, or the connection of a transaction. */
export type Db = {
  /** Runs a prepared statement, named by its text; unnamed where the way there knows no names. */
  query<Row>(query: Sql): Promise<Row[]>;
  /** Plans with the values at hand: for a substring search a plan for any value is a bad one. */
  queryOnce<Row>(query: Sql): Promise<Row[]>;
  /**
   * What counters go by, as a part of a statement: the database's own time, since that of a portal
   * may be wrong, and several share the counters.
   */
  now(): Sql;
};
export type Transaction = Db & {
  client: pg.PoolClient;
  /** As queryOnce, for as long as the transaction has allowed its statements to take. */
  queryLong<Row>(query: Sql): Promise<Row[]>;
};
export type Database = Db & {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Whether somebody waits for a statement of their own: not for one of a transaction, which may take long. */
  isAsked(): boolean;
  /** Fails within two seconds where the database does not answer. */
  ping<Row extends pg.QueryResultRow>(query: Sql): Promise<pg.QueryResult<Row>>;
  /**
   * Where this person reads lists and counts: a replica, once it has what they have written and what
   * they were told of.
   */
  readerFor(person: string): Promise<Db>;
  /** Remembers that this person has written something, so that they read it back. */
  wrote(person: string): Promise<void>;
  /** Hears what is told on a channel, over a connection beside the pool. */
  listen(channel: string, handlers: Parameters<typeof listenTo>[2]): Listening;
  close(): Promise<void>;
};

/** The database did not answer, or went away under a statement. */
export class DatabaseUnavailable extends Error {}

const connectTimeoutMilliseconds = 12_000;
/** A new connection signs in and plans every statement anew: whoever clicks now and then would wait for it. */
const idleTimeoutMilliseconds = 10 * 60_000;
export const statementTimeoutMilliseconds = 30_000;
// A server that is frozen or cut off cannot keep its own timeout.
const answerTimeoutMilliseconds = 35_000;
const longAnswerTimeoutMilliseconds = 15 * 60_000;
const pingTimeoutMilliseconds = 2_000;

const int8 = 20;
const timestamptz = 1184;
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === timestamptz) return (value: string) => new Date(value).toISOString();
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    lostConnection.has(code) ||
    // Connection exceptions, and a server that starts, stops or is out of connections.
    /^(08|57P0|53300)/.test(code) ||
    // The last one: no answer came in the time that a statement has.
    /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
      error.message,
    )
  );
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnavailable(error)) throw new DatabaseUnavailable('Lost the database', { cause: error });
    throw error;
  }
}

const withTimeout = { query_timeout: answerTimeoutMilliseconds };

async function runPrepared<Row>(client: pg.PoolClient, query: Sql): Promise<Row[]> {
  const text = textOf(query);
  const values = [...query.values];
  const result = await orUnavailable(
    client.query({ ...withTimeout, name: statementName(text), text, values }),
  );
  return result.rows as Row[];
}

async function runOnce<Row>(
  client: pg.PoolClient,
  query: Sql,
  timeout = answerTimeoutMilliseconds,
): Promise<Row[]> {
  const statement = {
    query_timeout: timeout,
    text: textOf(query),
    values: [...query.values],
  };
  const result = await orUnavailable(client.query(statement));
  return result.rows as Row[];
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const cancelTimeout = new AbortController();
  const timeout = delay(milliseconds, undefined, { signal: cancelTimeout.signal }).then(() => {
    throw new DatabaseUnavailable('The database does not answer');
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timeout.catch(() => {});
    cancelTimeout.abort();
  }
}

/** A connection that does not answer is given up, or the server would be away for as long as it stays open. */
async function ping<Row extends pg.QueryResultRow>(pool: pg.Pool, query: Sql) {
  const client = await pool.connect();
  const statement = { text: textOf(query), query_timeout: pingTimeoutMilliseconds };
  let broken = true;
  try {
    const result = await client.query<Row>(statement);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

/** Nothing has run yet, so waiting for a database that is away for a moment is safe. */
async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + connectTimeoutMilliseconds;
  for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (Date.now() + pause > deadline) {
        throw new DatabaseUnavailable('Cannot reach the database', { cause: error });
      }
      await delay(pause);
    }
  }
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await acquire(pool);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = error instanceof DatabaseUnavailable;
    throw error;
  } finally {
    client.release(broken);
  }
}

type RunPrepared = typeof runPrepared;

async function inTransaction<T>(
  client: pg.PoolClient,
  { now, run }: { now: Db['now']; run: RunPrepared },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const say = (text: string, query_timeout = answerTimeoutMilliseconds) => {
    const statement = { text, query_timeout };
    return orUnavailable(client.query(statement));
  };
  await say('begin');
  try {
    const result = await work({
      client,
      query: (query) => run(client, query),
      queryOnce: (query) => runOnce(client, query),
      queryLong: (query) => runOnce(client, query, longAnswerTimeoutMilliseconds),
      now,
    });
    await say('commit', longAnswerTimeoutMilliseconds);
    return result;
  } catch (error) {
    // Where the connection is lost nobody hears it: the server takes it back by itself.
    if (!(error instanceof DatabaseUnavailable)) await say('rollback');
    throw error;
  }
}

type Options = {
  poolSize?: number;
  onError?: (error: Error) => void;
  /** Set by tests, which move the time. */
  clock?: (() => Date) | undefined;
  /**
   * False behind a pooler that hands its connections from transaction to transaction: nothing is left
   * on a connection, no names of statements and no settings.
   */
  prepared?: boolean;
  /** Where a connection is one's own; without one nothing can be heard behind a pooler. */
  listenUrl?: string | undefined;
};

function openPool(url: string, { poolSize: size = poolSize, prepared = true, onError }: Options) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    idleTimeoutMillis: idleTimeoutMilliseconds,
    // A pooler refuses what it cannot keep: there the role has it as its default.
    ...(prepared && {
      statement_timeout: statementTimeoutMilliseconds,
      // Every statement is short: compiling one takes longer than running it.
      options: '-c jit=off',
    }),
    keepAlive: true,
    application_name: 'partner-portal',
    types: parsers,
  });
  // A connection that breaks while idle leaves the pool by itself; without a listener node exits.
  pool.on('error', (error) => onError?.(error));
  // The same goes for one that breaks while it is in use: whoever uses it gets the error anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function openDatabase(url: string, options: Options = {}): Database {
  const { clock, prepared = true, listenUrl = prepared ? url : undefined } = options;
  const pool = openPool(url, options);
  const now = () => (clock ? sql`${clock()}::timestamptz` : sql`now()`);
  const run: RunPrepared = prepared ? runPrepared : runOnce;
  let waiting = 0;
  const alone = async <Row>(work: (client: pg.PoolClient) => Promise<Row[]>) => {
    waiting++;
    try {
      return await withClient(pool, work);
    } finally {
      waiting--;
    }
  };
  const db: Database = {
    now,
    query: (query) => alone((client) => run(client, query)),
    queryOnce: (query) => alone((client) => runOnce(client, query)),
    isAsked: () => waiting > 0,
    transaction: (work) => withClient(pool, (client) => inTransaction(client, { now, run }, work)),
    ping: (query) => within(pingTimeoutMilliseconds, ping(pool, query)),
    readerFor: async () => db,
    wrote: async () => undefined,
    listen: (channel, handlers) =>
      listenUrl ? listenTo(listenUrl, channel, handlers) : askAgain(handlers),
    close: () => pool.end(),
  };
  return db;
}

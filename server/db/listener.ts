import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Listening = {
  /** Fails where the database cannot be listened to: it goes on trying all the same. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

type Connection = { client: pg.Client; lost: AbortSignal };

type Handlers = {
  onMessage(text: string): void;
  /** Whatever was told since the connection was lost has not been heard. */
  onRegained(): void;
};

const answerTimeoutMilliseconds = 5_000;
/** A connection that was cut off without a word looks like one on which nothing is told. */
const lookEveryMilliseconds = 30_000;
const goodbyeMilliseconds = 1_000;
const pauses = { first: 100, longest: 5_000 };

/**
 * Hears what is told on a channel, over a connection of its own: one of the pool is given from hand
 * to hand. When it is lost, it is opened anew, for as long as that takes.
 */
export function listenTo(url: string, channel: string, handlers: Handlers): Listening {
  const closing = new AbortController();
  let current: Connection | undefined;
  let established = connect();
  // Whoever asks whether it is ready is told; nobody has to ask.
  established.catch(() => undefined);

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerTimeoutMilliseconds,
      query_timeout: answerTimeoutMilliseconds,
      keepAlive: true,
      application_name: 'partner-portal listener',
    });
    const lost = new AbortController();
    const connection = { client, lost: lost.signal };
    current = connection;
    client.on('error', () => undefined);
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return connection;
    } catch (error) {
      await end(connection);
      throw error;
    }
  }

  async function stayConnected(): Promise<void> {
    for (let pause = pauses.first; !closing.signal.aborted; ) {
      try {
        const connection = await established;
        pause = pauses.first;
        await untilLost(connection, closing.signal);
        await end(connection);
      } catch {
        await sleep(pause * (0.5 + Math.random()), closing.signal);
        pause = Math.min(pause * 2, pauses.longest);
      }
      if (closing.signal.aborted) return;
      established = connect();
      established.then(handlers.onRegained, () => undefined);
    }
  }

  const over = stayConnected().catch(() => undefined);
  return {
    ready: async () => {
      await established;
    },
    close: async () => {
      closing.abort();
      if (current) await end(current);
      await over;
    },
  };
}

/**
 * Where nothing can be heard: all that may have been told is asked for now and then. The seconds are
 * what a screen may be behind.
 */
export function askAgain({ onRegained }: Handlers, milliseconds = 10_000): Listening {
  const timer = setInterval(onRegained, milliseconds).unref();
  return {
    ready: async () => undefined,
    close: async () => clearInterval(timer),
  };
}

async function untilLost({ client, lost }: Connection, closing: AbortSignal): Promise<void> {
  const stop = AbortSignal.any([closing, lost]);
  while (!stop.aborted) {
    try {
      await sleep(lookEveryMilliseconds, stop);
      await client.query('select 1');
    } catch {
      return;
    }
  }
}

async function end({ client }: Connection): Promise<void> {
  // A server that is frozen does not say goodbye.
  await Promise.race([client.end().catch(() => undefined), sleep(goodbyeMilliseconds)]);
}

/** Keeps no process from ending. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { ref: false, ...(signal && { signal }) });
}

// Turns that hold for all processes of one portal: the workers ask the process that has started them.
import cluster from 'node:cluster';

type Task<T> = () => Promise<T>;
export type InTurn = <T>(key: string, task: Task<T>, signal?: AbortSignal) => Promise<T>;

type Question =
  | { turn: 'ask'; of: string; key: string; id: number }
  | { turn: 'leave' | 'done'; id: number };
type Answer = { turn: 'begin' | 'refused'; id: number };

/** What is said to the process at the other end, and heard from it. */
export type Channel = {
  send(message: unknown): void;
  hear(listen: (message: unknown) => void): void;
};

const known = new Map<string, InTurn>();

/** In a worker the turns of the first process; everywhere else these. */
export function shareTurns(name: string, local: InTurn, refusal: () => Error): InTurn {
  known.set(name, local);
  return cluster.isWorker ? askForTurns(name, ownChannel(), refusal) : local;
}

let opened: Channel | undefined;

function ownChannel(): Channel {
  opened ??= openOwnChannel();
  return opened;
}

/** With one listener on the process for all turns: Node warns of a leak from the eleventh on. */
function openOwnChannel(): Channel {
  const listeners: ((message: unknown) => void)[] = [];
  process.on('message', (message) => {
    for (const listen of listeners) listen(message);
  });
  return {
    send: (message) => void process.send?.(message),
    hear: (listen) => void listeners.push(listen),
  };
}

let lastId = 0;

export function askForTurns(name: string, channel: Channel, refusal: () => Error): InTurn {
  const waiting = new Map<number, (answer: Answer['turn']) => void>();
  channel.hear((message) => {
    if (!isOfTurns(message)) return;
    const { id, turn } = message as Answer;
    waiting.get(id)?.(turn);
    waiting.delete(id);
  });

  function begin(id: number, key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(id);
        channel.send({ turn: 'leave', id } satisfies Question);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.set(id, (answer) => {
        signal?.removeEventListener('abort', giveUp);
        if (answer === 'begin') resolve();
        else reject(refusal());
      });
      channel.send({ turn: 'ask', of: name, key, id } satisfies Question);
    });
  }

  return async (key, task, signal) => {
    signal?.throwIfAborted();
    const id = ++lastId;
    await begin(id, key, signal);
    try {
      return await task();
    } finally {
      channel.send({ turn: 'done', id } satisfies Question);
    }
  };
}

/**
 * Gives turns to one worker. Gives back what to do when it is gone: what it had is free again, and
 * nothing waits for it.
 */
export function giveTurns(
  channel: Channel,
  turns: ReadonlyMap<string, InTurn> = known,
): () => void {
  const held = new Map<number, AbortController>();
  channel.hear((message) => {
    if (!isOfTurns(message)) return;
    const question = message as Question;
    if (question.turn === 'ask') void give(question);
    else held.get(question.id)?.abort();
  });

  async function give({ of, key, id }: Extract<Question, { turn: 'ask' }>): Promise<void> {
    const over = new AbortController();
    held.set(id, over);
    const answer = (turn: Answer['turn']) => channel.send({ turn, id } satisfies Answer);
    const work = async () => {
      answer('begin');
      await new Promise((resolve) => {
        if (over.signal.aborted) resolve(undefined);
        over.signal.addEventListener('abort', resolve, { once: true });
      });
    };
    try {
      await turns.get(of)?.(key, work, over.signal);
    } catch {
      if (!over.signal.aborted) answer('refused');
    } finally {
      held.delete(id);
    }
  }

  return () => {
    for (const over of held.values()) over.abort();
  };
}

function isOfTurns(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'turn' in message;
}

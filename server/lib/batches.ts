type Asked<Item, Done> = {
  item: Item;
  resolve: (done: Done) => void;
  reject: (error: unknown) => void;
};
/** `onTime`: of those at work, how many others still wait for. */
type Line<Item, Done> = { atWork: number; onTime: number; waiting: Asked<Item, Done>[] };

type Batching<Item, Done> = {
  /** Only what has the same key goes together. */
  keyOf: (item: Item) => string;
  atWorkOfOneKey: number;
  /** How long others wait for what is at work, so that more go together; not at all where it is left out. */
  patienceMilliseconds?: number;
  /** How many go together at most. */
  most: number;
  /** Answers in the order of the items. */
  work: (items: Item[]) => Promise<readonly Done[]>;
  /** After this failure nothing has been done, and it may be the fault of one of them. */
  mayTryAlone?: (error: unknown) => boolean;
};

/**
 * Does together what is asked for at the same time: what comes while its key is at work is gathered and
 * goes next, as one. Whoever comes alone waits for nobody. What fails, fails for all who went together,
 * unless each of them may try alone.
 */
export function createBatches<Item, Done>(batching: Batching<Item, Done>) {
  /** Of keys there is no end: none is kept that nobody needs. */
  const lines = new Map<string, Line<Item, Done>>();

  function startWaiting(key: string, line: Line<Item, Done>): void {
    const mayBegin = () => line.onTime === 0 && line.atWork < batching.atWorkOfOneKey;
    while (line.waiting.length > 0 && mayBegin()) {
      void doTogether(key, line, line.waiting.splice(0, batching.most));
    }
    if (line.atWork === 0 && lines.get(key) === line) lines.delete(key);
  }

  async function doTogether(
    key: string,
    line: Line<Item, Done>,
    batch: Asked<Item, Done>[],
  ): Promise<void> {
    line.atWork++;
    const stopWaiting = waitFor(key, line);
    const answer = await outcomeOf(batch, batching);
    stopWaiting();
    line.atWork--;
    // What waits is on its way to the database before the answers keep this process busy.
    if (line.waiting.length > 0) setImmediate(answer);
    else answer();
    startWaiting(key, line);
  }

  function waitFor(key: string, line: Line<Item, Done>): () => void {
    if (batching.patienceMilliseconds === undefined) return () => {};
    line.onTime++;
    let isOnTime = true;
    const stop = () => {
      if (isOnTime) line.onTime--;
      isOnTime = false;
    };
    const timer = setTimeout(() => {
      stop();
      startWaiting(key, line);
    }, batching.patienceMilliseconds);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }

  const ask = (item: Item): Promise<Done> =>
    new Promise((resolve, reject) => {
      const key = batching.keyOf(item);
      const line = lines.get(key) ?? { atWork: 0, onTime: 0, waiting: [] };
      lines.set(key, line);
      // Not at once: calls that have come in the same moment have not all been looked at yet.
      if (line.waiting.push({ item, resolve, reject }) === 1) {
        setImmediate(() => startWaiting(key, line));
      }
    });
  return Object.assign(ask, { countKeys: () => lines.size });
}

/** What to tell those who went together, to be told when the time has come. */
async function outcomeOf<Item, Done>(
  batch: Asked<Item, Done>[],
  batching: Batching<Item, Done>,
): Promise<() => void> {
  try {
    const done = await batching.work(batch.map(({ item }) => item));
    return () => {
      for (const [i, { resolve }] of batch.entries()) resolve(done[i] as Done);
    };
  } catch (error) {
    if (batch.length > 1 && batching.mayTryAlone?.(error)) {
      for (const one of batch) (await outcomeOf([one], batching))();
      return () => {};
    }
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}

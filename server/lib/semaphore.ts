/** Lets at most `places` tasks run at once; the others wait in line until they run or give up. */
export function createTurns(places: number) {
  let free = places;
  const line: (() => void)[] = [];
  const leave = () => {
    const next = line.shift();
    // The place goes straight to the next in line, so that nobody else can take it meanwhile.
    if (next) next();
    else free++;
  };
  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) free--;
    else await waitInLine(signal);
  }
  function waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        line.splice(line.indexOf(go), 1);
        reject(signal?.reason);
      };
      line.push(go);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
  return async function inTurn<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await enter(signal);
    try {
      return await task();
    } finally {
      leave();
    }
  };
}

/** The same for each key apart: what waits for one key holds nobody else up. */
export function createTurnsByKey(places: number) {
  const turns = new Map<string, { inTurn: ReturnType<typeof createTurns>; tasks: number }>();
  return async function inTurnOf<T>(key: string, task: () => Promise<T>): Promise<T> {
    const entry = turns.get(key) ?? { inTurn: createTurns(places), tasks: 0 };
    turns.set(key, entry);
    entry.tasks++;
    try {
      return await entry.inTurn(task);
    } finally {
      if (--entry.tasks === 0) turns.delete(key);
    }
  };
}

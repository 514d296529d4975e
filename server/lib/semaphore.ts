type Queue = {
  /** How many may wait; whoever comes after them gets `refusal`. */
  mostWaiting: number;
  refusal: () => Error;
};

/** Lets at most `permits` tasks run at once; the others wait, in order, until they run or give up. */
export function createSemaphore(permits: number, queue?: Queue) {
  let free = permits;
  const waiting: (() => void)[] = [];
  function release(): void {
    const next = waiting.shift();
    // The permit goes straight to whoever waits longest, so that nobody else can take it meanwhile.
    if (next) next();
    else free++;
  }
  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) free--;
    else if (queue && waiting.length >= queue.mostWaiting) throw queue.refusal();
    else await wait(signal);
  }
  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      waiting.push(start);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
  return async function withPermit<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await acquire(signal);
    try {
      return await task();
    } finally {
      release();
    }
  };
}

/** A semaphore for each key: what waits for one key holds nobody else up. */
export function createSemaphoreByKey(permits: number) {
  type Semaphore = { withPermit: ReturnType<typeof createSemaphore>; tasks: number };
  const semaphores = new Map<string, Semaphore>();
  return async function withPermitOf<T>(key: string, task: () => Promise<T>): Promise<T> {
    const semaphore = semaphores.get(key) ?? { withPermit: createSemaphore(permits), tasks: 0 };
    semaphores.set(key, semaphore);
    semaphore.tasks++;
    try {
      return await semaphore.withPermit(task);
    } finally {
      if (--semaphore.tasks === 0) semaphores.delete(key);
    }
  };
}

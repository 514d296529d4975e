type Waiter = { start: () => void; refuse: (error: unknown) => void };
/** What one key has at work, and what of it waits. */
export type Line = { atWork: number; waiting: Waiter[] };

/** Lines of those who wait, by key, in the order of their turns. */
export function createLines() {
  const lines = new Map<string, Line>();
  let waiting = 0;

  function forgetIfIdle(key: string, line: Line): void {
    if (line.atWork === 0 && line.waiting.length === 0) lines.delete(key);
  }

  return {
    /** Keys are addresses and callers, of which there is no end: none may be kept that nobody needs. */
    countKeys: () => lines.size,
    countWaiting: () => waiting,
    inOrder: () => lines.entries(),
    of: (key: string): Line => lines.get(key) ?? { atWork: 0, waiting: [] },
    /** A key that has its turn goes to the end. */
    begin(key: string, line: Line): void {
      line.atWork++;
      lines.delete(key);
      lines.set(key, line);
    },
    end(key: string, line: Line): void {
      line.atWork--;
      forgetIfIdle(key, line);
    },
    join(key: string, line: Line, waiter: Waiter): void {
      waiting++;
      line.waiting.push(waiter);
      lines.set(key, line);
    },
    leave(key: string, line: Line, waiter: Waiter): void {
      waiting--;
      line.waiting.splice(line.waiting.indexOf(waiter), 1);
      forgetIfIdle(key, line);
    },
    /** The first has its turn; the last makes room for another. */
    take(line: Line, which: 'first' | 'last'): Waiter | undefined {
      waiting--;
      return which === 'first' ? line.waiting.shift() : line.waiting.pop();
    },
    /** Where none is longer than this one, this one. */
    longestOr: (line: Line): Line =>
      [...lines.values()].reduce(
        (most, next) => (next.waiting.length > most.waiting.length ? next : most),
        line,
      ),
  };
}

/** Waits until it is started or refused, its time is over or whoever asked has gone. */
export function waitToStart({
  patience,
  refusal,
  signal,
  join,
  leave,
}: {
  /** In milliseconds. */
  patience: number;
  refusal: () => Error;
  signal: AbortSignal | undefined;
  join: (waiter: Waiter) => void;
  leave: (waiter: Waiter) => void;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => leaveWith(signal?.reason);
    const timer = Number.isFinite(patience)
      ? setTimeout(() => leaveWith(refusal()), patience)
      : undefined;
    const settle = (done: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      done();
    };
    const waiter: Waiter = {
      start: () => settle(resolve),
      refuse: (error) => settle(() => reject(error)),
    };
    const leaveWith = (error: unknown) => {
      leave(waiter);
      waiter.refuse(error);
    };
    join(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

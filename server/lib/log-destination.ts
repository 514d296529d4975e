import { writeSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** How many lines could not be written, and when the first of them was. */
export type Lost = { lost: number; since: Date };
type Bounds = { waitingBytes: number; retryMilliseconds: number; lastTryMilliseconds: number };

const usualBounds: Bounds = {
  /** Of each process: what comes while so much waits to be written is lost. */
  waitingBytes: 1024 * 1024,
  retryMilliseconds: 20,
  /** At the end of the process a reader who is only slow gets this long. */
  lastTryMilliseconds: 2_000,
};

/**
 * Writes lines to a descriptor and never fails or blocks, as long as the descriptor itself does not
 * block: a full disk, a reader who has stopped or one who has gone must not stop the portal. Lines wait
 * up to a bound, and further ones are counted; `onLost` is called once writing works again.
 *
 * pino's own destination retries EAGAIN for ever, emits other errors to end the process, and keeps any
 * number of lines in memory.
 */
export function createLogDestination(
  fd: number,
  onLost: (lost: Lost) => void,
  bounds: Bounds = usualBounds,
) {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let retry: NodeJS.Timeout | undefined;
  let lost: Lost | undefined;

  function write(text: string): void {
    const line = Buffer.from(text);
    if (waiting.length > 0 && waitingBytes + line.length > bounds.waitingBytes) {
      lost ??= { lost: 0, since: new Date() };
      lost.lost++;
      return;
    }
    waiting.push(line);
    waitingBytes += line.length;
    if (!retry) writeWaiting();
  }

  /** Gives the error that stopped it. What was written of a line by then is not written again. */
  function writeWaiting(): NodeJS.ErrnoException | undefined {
    clearTimeout(retry);
    retry = undefined;
    try {
      for (let line = waiting[0]; line; line = waiting[0]) {
        const written = writeSync(fd, line);
        waitingBytes -= written;
        if (written < line.length) waiting[0] = line.subarray(written);
        else waiting.shift();
      }
    } catch (error) {
      retry = setTimeout(writeWaiting, bounds.retryMilliseconds).unref();
      return error as NodeJS.ErrnoException;
    }
    const told = lost;
    lost = undefined;
    if (told) onLost(told);
    return undefined;
  }

  /** Before the process ends: waits a moment for a reader who is slow, and for nothing else. */
  function flushSync(): void {
    const deadline = Date.now() + bounds.lastTryMilliseconds;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (waiting.length > 0) {
      const error = writeWaiting();
      if (error && (error.code !== 'EAGAIN' || Date.now() > deadline)) return;
      if (error) Atomics.wait(pause, 0, 0, bounds.retryMilliseconds);
    }
  }

  return { write, flushSync };
}

/**
 * Passes on whole lines only, so that the lines of several processes do not mix. A line ends with LF
 * alone: readline would also split at U+2028, which JSON leaves as it is.
 */
export function forwardLines(from: Readable, write: (line: string) => void): void {
  let rest = '';
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) write(`${line}\n`);
  });
  from.on('end', () => {
    if (rest) write(`${rest}\n`);
  });
}

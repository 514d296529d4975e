import { readEvents, type ServerEvent } from './read-events.ts';

/** In milliseconds. The server writes something every 25 seconds, and knows the last 10. */
const silence = 60_000;
const knownByServer = 8_000;
const pauses = { first: 1_000, longest: 60_000 };

type Follower = {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onEvent: (event: ServerEvent) => void;
  /** The stream was away for longer than the server remembers. */
  onGap: () => void;
  signal: AbortSignal;
};

/** Reads a stream and opens it anew when it ends or breaks, ever more patiently, until it is told to stop. */
export async function followStream({ open, onEvent, onGap, signal }: Follower): Promise<void> {
  let failures = 0;
  let heardAt = Date.now();
  const readOnce = async () => {
    const quiet = watchForSilence(signal);
    try {
      const stream = await open(quiet.signal);
      if (Date.now() - heardAt > knownByServer) onGap();
      heardAt = Date.now();
      failures = 0;
      await readEvents(stream, onEvent, () => {
        heardAt = Date.now();
        quiet.restart();
      });
    } catch {
      // What it was does not matter: the screens ask by themselves when they are looked at.
    } finally {
      quiet.stop();
    }
  };
  while (!signal.aborted) {
    await untilOnline(signal);
    if (signal.aborted) return;
    await readOnce();
    await pause(pauseAfter(failures++), signal);
  }
}

/** Not all browsers at the same moment: a portal that starts again would be flooded. */
export function pauseAfter(failures: number): number {
  return Math.min(pauses.first * 2 ** failures, pauses.longest) * (0.5 + Math.random() / 2);
}

/** A connection that was cut off without a word looks like one on which nothing is told. */
function watchForSilence(stopped: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, silence);
  stopped.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, silence);
    },
    stop: () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', abort);
    },
  };
}

function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine !== false) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

import { type ChangeKind, changeKinds } from '#contract/events.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { concerns, type Notice, type Reader } from './notice.ts';
import { rememberRecent } from './recent.ts';

/** A browser that hears of changes; `write` says whether it has taken what was written before. */
export type Stream = Reader & {
  tokenHash: Buffer;
  write(text: string): 'taken' | 'left lying';
  end(): void;
};

/** What may be kept of streams, and how often they are written to, in milliseconds. */
export const usualBounds = {
  streams: 10_000,
  streamsOfOneUser: 20,
  /** Between two messages to one stream: a thousand changes a second are four messages. */
  gap: 250,
  /** So often it is looked whether something is to be told, while somebody listens. */
  look: 200,
  /** So often something is written, that nobody on the way takes the connection for dead. */
  heartbeat: 25_000,
  /** A stream is also told what changed in the moments before it was opened. */
  before: 10_000,
  noticesBefore: 1_000,
};
export type Bounds = typeof usualBounds;

const everything = changeKinds.map((kind): Notice => ({ kind, concerned: 'everyone' }));

type Kept = { stream: Stream; pending: Set<ChangeKind>; sentAt: number };

/** Who is listening, and what they have still to be told. Everything in it is bounded. */
export function createHub({
  bounds = usualBounds,
  now = Date.now,
  findAlive,
}: {
  bounds?: Bounds;
  now?: () => number;
  /** Those of the tokens that still open a stream. */
  findAlive: (tokenHashes: Buffer[]) => Promise<Set<string>>;
}) {
  const all = new Map<Stream, Kept>();
  const dirty = new Set<Kept>();
  const ofUser = new Map<string, number>();
  const recent = rememberRecent(bounds, now);
  let flushing: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;

  function add(stream: Stream): void {
    const streams = ofUser.get(stream.userId) ?? 0;
    const later = { headers: { 'retry-after': 30 } };
    if (all.size >= bounds.streams) throw new AppError('unavailable', errorText.busy, later);
    if (streams >= bounds.streamsOfOneUser) {
      throw new AppError('too_many', errorText.tooManyWaiting, later);
    }
    const kept = { stream, pending: new Set<ChangeKind>(), sentAt: Number.NEGATIVE_INFINITY };
    all.set(stream, kept);
    ofUser.set(stream.userId, streams + 1);
    beating ??= setInterval(beat, bounds.heartbeat).unref();
  }

  /** What changed while the browser was on its way here, after it had asked for its data. */
  function catchUp(stream: Stream): void {
    const kept = all.get(stream);
    if (!kept) return;
    for (const notice of recent.notices() ?? everything) mark(kept, notice);
  }

  function remove(stream: Stream): void {
    const kept = all.get(stream);
    if (!kept) return;
    all.delete(stream);
    dirty.delete(kept);
    const left = (ofUser.get(stream.userId) ?? 1) - 1;
    if (left > 0) ofUser.set(stream.userId, left);
    else ofUser.delete(stream.userId);
    if (all.size === 0) stopTimers();
  }

  function drop(stream: Stream): void {
    remove(stream);
    stream.end();
  }

  function tell(notice: Notice): void {
    if (notice.kind === 'sessions') {
      void endStale([...all.keys()].filter((stream) => concerns(notice, stream)));
      return;
    }
    recent.add(notice);
    for (const kept of all.values()) mark(kept, notice);
  }

  /** After a time in which nothing could be heard, everybody has to ask again. */
  function tellAll(): void {
    recent.beginAnew();
    for (const kept of all.values()) for (const notice of everything) mark(kept, notice);
    void endStale([...all.keys()]);
  }

  function mark(kept: Kept, notice: Notice): void {
    if (notice.kind === 'sessions' || !concerns(notice, kept.stream)) return;
    kept.pending.add(notice.kind);
    dirty.add(kept);
    // Not at once: what changes in the same moment is told in one message.
    flushing ??= setTimeout(flush, Math.max(0, kept.sentAt + bounds.gap - now())).unref();
  }

  function flush(): void {
    flushing = undefined;
    const time = now();
    for (const kept of [...dirty]) {
      if (kept.sentAt + bounds.gap > time) continue;
      dirty.delete(kept);
      const text = [...kept.pending].map(messageOf).join('');
      kept.pending.clear();
      kept.sentAt = time;
      write(kept.stream, text);
    }
    if (dirty.size > 0) flushing = setTimeout(flush, bounds.gap / 4).unref();
  }

  /** Whoever does not take what was written is dropped: it would be kept for them without end. */
  function write(stream: Stream, text: string): void {
    if (stream.write(text) === 'left lying') drop(stream);
  }

  function beat(): void {
    for (const stream of [...all.keys()]) write(stream, ': still here\n\n');
    void endStale([...all.keys()]);
  }

  /** A stream ends with the session, or the access token, that it was opened with. */
  async function endStale(streams: Stream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const alive = await findAlive(streams.map(({ tokenHash }) => tokenHash));
      for (const stream of streams) {
        if (!alive.has(stream.tokenHash.toString('hex'))) drop(stream);
      }
    } catch {
      // Where the database is away, the next look tells.
    }
  }

  function stopTimers(): void {
    clearTimeout(flushing);
    clearInterval(beating);
    flushing = undefined;
    beating = undefined;
  }

  return {
    add,
    catchUp,
    remove,
    tell,
    tellAll,
    /** From now on everything is heard. */
    began: recent.beginAnew,
    size: () => all.size,
    close: () => {
      for (const stream of [...all.keys()]) drop(stream);
      stopTimers();
    },
  };
}
export type Hub = ReturnType<typeof createHub>;

function messageOf(of: ChangeKind): string {
  return `event: changed\ndata: ${JSON.stringify({ of })}\n\n`;
}

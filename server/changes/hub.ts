import { changeKinds } from '#contract/events.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { concerns, hasSeen, type Notice, type Reader } from './notice.ts';
import { createOutbox } from './outbox.ts';
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

/** Of which nobody has seen anything. */
export const everything = changeKinds.map((kind): Notice => ({ kind, concerned: 'everyone' }));

/** Who is listening, and what they are told. Everything in it is bounded. */
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
  const streams = new Set<Stream>();
  const ofUser = new Map<string, number>();
  const recent = rememberRecent(bounds, now);
  const outbox = createOutbox<Stream>({ gap: bounds.gap, now, write });
  let beating: NodeJS.Timeout | undefined;

  function add(stream: Stream): void {
    const ofSameUser = ofUser.get(stream.userId) ?? 0;
    checkRoom(bounds, streams.size, ofSameUser);
    streams.add(stream);
    ofUser.set(stream.userId, ofSameUser + 1);
    beating ??= setInterval(beat, bounds.heartbeat).unref();
  }

  /**
   * What changed while the browser was on its way here, after it had asked for its data: what is known
   * to have, or else what was told in the last moments.
   */
  function catchUp(stream: Stream, missed = recent.notices()): void {
    if (!streams.has(stream)) return;
    for (const notice of missed ?? everything) announce(stream, notice);
  }

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return;
    outbox.forget(stream);
    const left = (ofUser.get(stream.userId) ?? 1) - 1;
    if (left > 0) ofUser.set(stream.userId, left);
    else ofUser.delete(stream.userId);
    if (streams.size === 0) stopTimers();
  }

  function drop(stream: Stream): void {
    remove(stream);
    stream.end();
  }

  function tell(notice: Notice): void {
    if (notice.kind === 'sessions') {
      void endStale([...streams].filter((stream) => concerns(notice, stream)));
      return;
    }
    recent.add(notice);
    for (const stream of streams) announce(stream, notice);
  }

  /** After a time in which nothing could be heard, everybody has to ask again. */
  function tellAll(): void {
    recent.beginAnew();
    for (const stream of streams) for (const notice of everything) announce(stream, notice);
    void endStale([...streams]);
  }

  function announce(stream: Stream, notice: Notice): void {
    if (notice.kind === 'sessions' || hasSeen(notice, stream)) return;
    if (!concerns(notice, stream)) return;
    outbox.add(stream, notice.kind);
  }

  /** Whoever does not take what was written is dropped: it would be kept for them without end. */
  function write(stream: Stream, text: string): void {
    if (stream.write(text) === 'left lying') drop(stream);
  }

  function beat(): void {
    for (const stream of [...streams]) write(stream, ': still here\n\n');
    void endStale([...streams]);
  }

  /** A stream ends with the session, or the access token, that it was opened with. */
  async function endStale(some: Stream[]): Promise<void> {
    if (some.length === 0) return;
    try {
      const alive = await findAlive(some.map(({ tokenHash }) => tokenHash));
      for (const stream of some) {
        if (!alive.has(stream.tokenHash.toString('hex'))) drop(stream);
      }
    } catch {
      // Where the database is away, the next look tells.
    }
  }

  function stopTimers(): void {
    outbox.stop();
    clearInterval(beating);
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
    size: () => streams.size,
    close: () => {
      for (const stream of [...streams]) drop(stream);
      stopTimers();
    },
  };
}
export type Hub = ReturnType<typeof createHub>;

function checkRoom(bounds: Bounds, all: number, ofSameUser: number): void {
  const later = { headers: { 'retry-after': 30 } };
  if (all >= bounds.streams) throw new AppError('unavailable', errorText.busy, later);
  if (ofSameUser >= bounds.streamsOfOneUser) {
    throw new AppError('too_many', errorText.tooManyWaiting, later);
  }
}

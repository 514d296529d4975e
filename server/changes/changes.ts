import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import type { Listening } from '#server/db/listener.ts';
import { findAliveTokens } from '#server/session/session.ts';
import {
  changesChannel,
  findMark,
  findNextTransaction,
  findTold,
  type Told,
  tellChanges as tellChangesNow,
} from './changes.queries.ts';
import { type Bounds, createHub, everything, type Stream, usualBounds } from './hub.ts';
import { type Mark, readMark, wereOver } from './mark.ts';
import { type Notice, readNotice } from './notice.ts';

export type Changes = ReturnType<typeof followChanges>;

/** Also called now and then where nobody listens: what is to be told must not pile up. */
export async function tellChanges(db: Db): Promise<void> {
  await tellChangesNow(db);
}

/** For whoever asks for their data from now on, to say when they begin to listen. */
export async function markOfNow(db: Db): Promise<string> {
  return findMark(db);
}

/** Of a page that has just been opened it is a few: whoever missed more is told everything. */
const mostMissed = 200;

/** Undefined where not all of it is known. */
async function noticesSince(db: Db, mark: Mark): Promise<Notice[] | undefined> {
  const changes = await findTold(db, mark.oldestUnderWay, mostMissed);
  if (changes.length > mostMissed) return undefined;
  const changedBy = ({ xid }: Told) => ({ first: BigInt(xid), last: BigInt(xid) });
  const forgotten = changes.find(({ kind }) => kind === 'everything');
  if (!forgotten || !wereOver(changedBy(forgotten), mark)) return undefined;
  // A mark of what is still to come is one of another database.
  if (mark.next > (await findNextTransaction(db))) return undefined;
  return changes.flatMap((one) => {
    const notice = readNotice(`${one.kind} ${one.concerned}`);
    return notice ? [{ ...notice, changedBy: changedBy(one) }] : [];
  });
}

/** Hears what the database tells of changes, and passes it on to the streams that it concerns. */
export function followChanges({ db, clock, config }: AppContext, bounds: Bounds = usualBounds) {
  const hub = createHub({
    bounds,
    findAlive: (tokenHashes) => findAliveTokens(db, tokenHashes, clock()),
  });
  let listening: Listening | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isTelling = false;

  function look(): void {
    if (hub.size() === 0) stopLooking();
    if (isTelling || hub.size() === 0) return;
    isTelling = true;
    tellChanges(db)
      // What could not be told is still there for the next look.
      .catch(() => undefined)
      .finally(() => {
        isTelling = false;
      });
  }

  function stopLooking(): void {
    clearInterval(looking);
    looking = undefined;
  }

  /** With the first stream: a portal that nobody watches needs no connection for it. */
  function listen(): Listening {
    const listening = db.listen(changesChannel, {
      onMessage: (text) => {
        const notice = readNotice(text);
        if (notice) hub.tell(notice);
      },
      onRegained: hub.tellAll,
    });
    listening.ready().then(hub.began, () => undefined);
    return listening;
  }

  /** A replica may have been behind what its reader is taken to have seen: then all is told. */
  const isSeen = config.databaseReplicaUrl === undefined;

  return {
    /** What a stream has seen that was opened by a page with this mark. */
    seenAt: (mark: string | undefined): Mark | undefined =>
      mark !== undefined && isSeen ? readMark(mark) : undefined,
    /** Lets a stream in, or says why not. */
    add: async (stream: Stream): Promise<void> => {
      listening ??= listen();
      try {
        await listening.ready();
      } catch (cause) {
        const headers = { 'retry-after': 5 };
        throw new AppError('unavailable', errorText.unavailable, { headers, cause });
      }
      hub.add(stream);
      looking ??= setInterval(look, bounds.look).unref();
    },
    /** After it was let in: what is told from then on it hears by itself. */
    catchUp: async (stream: Stream): Promise<void> => {
      if (stream.since === undefined) return hub.catchUp(stream);
      // Where it cannot be asked, everything is told.
      const missed = await noticesSince(db, stream.since).catch(() => undefined);
      // A mark that cannot be relied on is not relied on later either.
      if (!missed) stream.since = undefined;
      hub.catchUp(stream, missed ?? everything);
    },
    remove: hub.remove,
    /** Ends every stream, so that nobody waits for them. */
    close: async (): Promise<void> => {
      stopLooking();
      hub.close();
      await listening?.close();
    },
  };
}

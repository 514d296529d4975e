import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import type { Listening } from '#server/db/listener.ts';
import { findAliveTokens } from '#server/session/session.ts';
import { changesChannel, tellChanges as tellChangesNow } from './changes.queries.ts';
import { type Bounds, createHub, type Stream, usualBounds } from './hub.ts';
import { readNotice } from './notice.ts';

export type Changes = ReturnType<typeof followChanges>;

/** Also called now and then where nobody listens: what is to be told must not pile up. */
export async function tellChanges(db: Db): Promise<void> {
  await tellChangesNow(db);
}

/** Hears what the database tells of changes, and passes it on to the streams that it concerns. */
export function followChanges({ db, clock }: AppContext, bounds: Bounds = usualBounds) {
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
    const begun = db.listen(changesChannel, {
      onMessage: (text) => {
        const notice = readNotice(text);
        if (notice) hub.tell(notice);
      },
      onRegained: hub.tellAll,
    });
    begun.ready().then(hub.began, () => undefined);
    return begun;
  }

  return {
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
    catchUp: hub.catchUp,
    remove: hub.remove,
    /** Ends every stream, so that nobody waits for them. */
    close: async (): Promise<void> => {
      stopLooking();
      hub.close();
      await listening?.close();
    },
  };
}

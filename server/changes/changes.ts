import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Listening } from '#server/db/listener.ts';
import { findAliveTokens } from '#server/session/session.ts';
import { type Bounds, createHub, type Stream } from './hub.ts';
import { changesChannel, readNotice } from './notice.ts';

export type Changes = ReturnType<typeof followChanges>;

/** Hears what the database tells of changes, and passes it on to the streams that it concerns. */
export function followChanges({ db, clock }: AppContext, bounds?: Bounds) {
  const hub = createHub({
    ...(bounds && { bounds }),
    findAlive: (tokenHashes) => findAliveTokens(db, tokenHashes, clock()),
  });
  let listening: Listening | undefined;

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
    },
    catchUp: hub.catchUp,
    remove: hub.remove,
    /** Ends every stream, so that nobody waits for them. */
    close: async (): Promise<void> => {
      hub.close();
      await listening?.close();
    },
  };
}

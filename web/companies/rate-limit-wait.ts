import { liveCooldownSeconds } from '#contract/limits.ts';

const storageName = 'live-companies-wait';

/** The end of the wait after a 429, as kept in this tab: it must outlast a reload (spec §8). */
export function startWait(userId: string): number {
  const until = Date.now() + liveCooldownSeconds * 1000;
  sessionStorage.setItem(storageName, JSON.stringify({ userId, until }));
  return until;
}

/** Undefined where this user waits for nothing. The limit is the user's: nobody else waits for it. */
export function storedWait(userId: string): number | undefined {
  const { userId: waiting, until } = readStored();
  if (waiting !== userId || typeof until !== 'number' || until <= Date.now()) return undefined;
  // A clock that was set back meanwhile must not make the wait longer than it is, nor begin it anew
  // with every reload.
  return until <= Date.now() + liveCooldownSeconds * 1000 ? until : startWait(userId);
}

function readStored(): { userId?: unknown; until?: unknown } {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

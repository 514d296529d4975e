import { accountText, type Session } from '#contract/accounts.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { deviceName } from './device.ts';
import {
  deleteOtherSessionsOf,
  deleteSessionOf,
  hasEnteredPassword as findPasswordEntry,
  findSessionsOf,
  recordPasswordEntry as recordPasswordEntryRow,
} from './session.queries.ts';

/** Whose sessions, and which of them is calling. */
type Own = { id: string; session_id: string };

/** The one used last first. */
export async function listSessions(db: Db, own: Own, now: Date): Promise<Session[]> {
  const rows = await findSessionsOf(db, own.id, now);
  return rows.map(({ user_agent, ...session }) => ({
    ...session,
    device: deviceName(user_agent),
    current: session.id === own.session_id,
  }));
}

export async function endSession(db: Db, userId: string, id: string): Promise<void> {
  const ended = await deleteSessionOf(db, userId, id);
  if (!ended) throw new AppError('not_found', accountText.sessionNotFound);
}

export async function endOtherSessions(db: Db, own: Own): Promise<void> {
  await deleteOtherSessionsOf(db, own.id, own.session_id);
}

/** After the right one was given in this session, at sign-in or later. */
export async function recordPasswordEntry(db: Db, sessionId: string): Promise<void> {
  await recordPasswordEntryRow(db, sessionId);
}

/** Whether the password was entered recently. */
export async function hasEnteredPassword(
  db: Db,
  sessionId: string,
  withinMinutes: number,
): Promise<boolean> {
  return findPasswordEntry(db, sessionId, withinMinutes);
}

import type { LeadEvent } from '#contract/events.ts';
import { leadText } from '#contract/lead-text.ts';
import { noteText } from '#contract/note-text.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import type { Database, Db } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
import { countAdded } from '#server/http/rate-limits.ts';
import { type Reader, whoseRecords } from '#server/lib/whose.ts';
import { getLead } from './leads.ts';
import { countUnread, holdLead, markRead, markTouched, markUnread } from './notes.queries.ts';

/** What somebody writes on a lead; the other side has it unread from then on. */
export async function addNote(
  db: Database,
  author: Author,
  leadId: string,
  text: string,
  cause: Cause,
  limit: RateLimit,
): Promise<LeadEvent> {
  return shortTransaction(db, author.id, async (tx) => {
    const note = await writeNote(tx, author, leadId, text, cause);
    // With it, so that a note that cannot be written is not counted.
    await countAdded(tx, author.id, 1, limit, ({ max }, seconds) => noteText.tooMany(max, seconds));
    return note;
  });
}

type Author = Reader & { name: string };

/** In the transaction of whoever calls it. */
export async function writeNote(
  tx: Db,
  author: Author,
  leadId: string,
  text: string,
  cause: Cause,
): Promise<LeadEvent> {
  const whose = whoseRecords(author);
  const lead = await holdLead(tx, whose, leadId);
  if (!lead) throw new AppError('not_found', leadText.notFound);
  await markUnread(tx, whose, leadId, author.role === 'admin' ? 'partner' : 'admin');
  await markTouched(tx, whose, leadId);
  const at = cause.clock();
  const [id = ''] = await recordEvents(tx, cause, [{ lead, kind: 'note', data: { text } }], at);
  const by = { id: author.id, name: author.name, role: author.role };
  return { id, kind: 'note', at: at.toISOString(), by, text };
}

/** Read for the partner, or for all administrators. */
export async function readNotes(db: Database, reader: Reader, leadId: string): Promise<void> {
  await shortTransaction(db, reader.id, (tx) => markNotesRead(tx, reader, leadId));
}

/** In the transaction of whoever calls it. */
export async function markNotesRead(tx: Db, reader: Reader, leadId: string): Promise<void> {
  await getLead(tx, reader, leadId);
  await markRead(tx, whoseRecords(reader), leadId, reader.role);
}

export async function countUnreadLeads(db: Db, reader: Reader): Promise<number> {
  return countUnread(db, whoseRecords(reader), reader.role);
}

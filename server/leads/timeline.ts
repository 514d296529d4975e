import type { LeadEvent, LeadEventKind } from '#contract/events.ts';
import type { LeadDetails } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { findEvents, findSender, type ToldEvent } from '#server/events/events.ts';
import { type Reader, whoseRecords } from '#server/lib/whose.ts';
import { getLead } from './leads.ts';

/** What happened to a lead, oldest first; that it was submitted is told by the lead itself. */
export async function readTimeline(
  db: Db,
  reader: Reader,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: LeadEvent[]; total: number }> {
  const lead = await getLead(db, reader, id);
  const isFirstPage = offset === 0;
  const page = isFirstPage ? { limit: limit - 1, offset: 0 } : { limit, offset: offset - 1 };
  const { events, total } = await findEvents(db, whoseRecords(reader), id, page);
  const later = events.map((event) => eventFor(reader, event));
  const all = isFirstPage ? [await submission(db, reader, lead), ...later] : later;
  return { events: all, total: total + 1 };
}

/** Whom a lead was moved from is nothing to the partner who has it now. */
async function submission(db: Db, reader: Reader, lead: LeadDetails): Promise<LeadEvent> {
  const { id, created_at: at, source, source_name, source_row } = lead;
  const sender = await findSender(db, lead);
  const isTold = reader.role === 'admin' || sender?.first_partner_id === reader.id;
  const by = sender && isTold ? { id: sender.id, name: sender.name, role: sender.role } : null;
  return { id, kind: 'submitted', at, by, source, source_name, source_row };
}

/** What each kind tells besides who and when; the rest of what was recorded is for undoing. */
const toldBy: Record<string, readonly string[]> = {
  status: ['from', 'to'],
  corrected: ['changes'],
  note: ['text'],
  crm: ['object', 'what'],
} satisfies Partial<Record<LeadEventKind, readonly string[]>>;

function eventFor(
  { role }: Reader,
  { id, at, by, kind, data, moved_from, moved_to }: ToldEvent,
): LeadEvent {
  const common = { id, at, by };
  if (kind === 'moved') {
    const partners =
      role === 'admin' ? { from: moved_from, to: moved_to } : { from: null, to: null };
    return { ...common, kind, ...partners };
  }
  const details = Object.fromEntries(
    (toldBy[kind] ?? []).map((field) => [field, data[field] ?? null]),
  );
  // The rules have recorded it in the form that the contract tells.
  return { ...common, kind, ...details } as LeadEvent;
}

import { initialStatus, statusKey } from '#contract/lead-status.ts';
import type { LeadDetails } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { changeLead } from '#server/leads/correct.ts';
import { markNotesRead, writeNote } from '#server/leads/notes.ts';
import type { Reader } from '#server/lib/whose.ts';

type Person = Reader & { name: string };
/** Who works on the leads of the demo: a partner, and the administrator of the first start. */
export type DemoPeople = { partner: Person; office: Person | undefined };

/** What a lead has been through on its way to a status, from new on. */
const before: Record<string, string[]> = {
  'in progress': ['open'],
  'open deal': ['open', 'in progress'],
  contacted: ['attempted to contact'],
  connected: ['attempted to contact', 'contacted'],
  'application sent': ['attempted to contact', 'contacted', 'connected'],
  'application submitted': ['contacted', 'connected', 'application sent'],
  'closed won': ['contacted', 'application sent', 'application submitted'],
  'closed won (implementation)': ['open', 'in progress', 'open deal', 'closed won'],
  live: ['contacted', 'application sent', 'application submitted', 'closed won'],
  'closed lost': ['attempted to contact', 'contacted'],
};

function wayTo(status: string): string[] {
  const key = statusKey(status);
  return key === initialStatus ? [] : [...(before[key] ?? []), status];
}

/** What happened to a lead since it was submitted, so that its timeline has something to tell. */
export async function giveLife(
  tx: Db,
  { partner, office }: DemoPeople,
  lead: LeadDetails,
  { n, status, now }: { n: number; status: string; now: Date },
): Promise<void> {
  const submitted = Date.parse(lead.created_at);
  const causeOf = (by: Person | undefined, share: number) => ({
    by: by?.id ?? null,
    requestId: null,
    clock: () => new Date(submitted + share * (now.getTime() - submitted)),
  });
  if (n % 7 === 3) {
    const phone_number = lead.phone_number?.replace('7946', '7947') ?? '';
    const whose = { partner: partner.id };
    await changeLead(tx, whose, 'partner', lead.id, { phone_number }, causeOf(partner, 0.2));
  }
  const way = wayTo(status);
  for (const [step, next] of way.entries()) {
    const share = 0.1 + (0.75 * (step + 1)) / way.length;
    await changeLead(tx, 'everyone', 'admin', lead.id, { status: next }, causeOf(office, share));
  }
  if (n % 4 !== 1) return;
  const question = 'They asked for a call next week. Who from your side joins?';
  await writeNote(tx, partner, lead.id, question, causeOf(partner, 0.6));
  // The others still wait for an answer.
  if (!office || n % 8 !== 1) return;
  await markNotesRead(tx, office, lead.id);
  const answer = 'I will. Tuesday or Thursday morning suits me.';
  await writeNote(tx, office, lead.id, answer, causeOf(office, 0.8));
}

import { dayMilliseconds } from '#contract/days.ts';
import { statusText } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { newLeadDays, restorableDays } from '#contract/limits.ts';
import { counted, displayText, isMissing, shortDate, toDate } from '#web/ui/format.ts';
import { daysText } from '#web/ui/relative-time.ts';

/** spec §2 and §8: what the screens of leads say, each sentence once. */
export const leadMessages = {
  added: 'Lead has been added successfully',
  leadKept: 'Your session ended while you were adding a lead. What you typed is kept.',
  leadIsBack: 'Your session ended before this lead was added. What you typed is here again.',
  none: 'No leads found',
  loadFailed: 'Failed to load leads. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this lead? This action cannot be undone.',
  deleted: 'Lead deleted successfully',
  deleteFailed: 'Failed to delete lead',
  statusFailed: 'Failed to update lead status',
  undoFailed: 'Failed to put the lead status back',
  searchStatuses: 'Search or type a status',
  listChanged: 'The list has changed',
  unreadNote: 'Unread note',
  restoreFailed: 'Failed to restore lead',
  exported: 'The export is complete',
  exportFailed: 'The leads could not be exported. Please try again.',
} as const;

/** What toasts are about that tell of an added or a restored lead: the next takes the place of the last. */
export const leadAdded = 'a lead that was added';
export const leadRestored = 'a lead that was restored';

type Names = Pick<Lead, 'first_name' | 'last_name' | 'contact_name'>;

/** spec §3: first and last name; where both are missing, contact_name. */
export function contactName(lead: Names): string | null {
  const names = [lead.first_name, lead.last_name].filter((name) => !isMissing(name));
  return names.join(' ').trim() || lead.contact_name;
}

export function contactOf(lead: Names): string {
  return displayText(contactName(lead));
}

/** A lead in a few words, for buttons that would otherwise all be called the same. */
export function leadName(lead: Lead): string {
  return isMissing(lead.company_name) ? contactOf(lead) : lead.company_name;
}

type Page = { leads: Pick<Lead, 'id' | 'created_at'>[]; total: number };

/** What has come to a list since it was shown; nothing where the same rows stand in it. */
export function newsText(shown: Page, now: Page, isNewestFirst: boolean): string | undefined {
  const appeared = leadsNotIn(shown, now);
  if (appeared.length === 0 && leadsNotIn(now, shown).length === 0) return undefined;
  const newestShown = Math.max(0, ...shown.leads.map(timeOf));
  // In any other order, a row that has moved up into the place of one that went may be newer too.
  const newer = isNewestFirst ? appeared.filter((lead) => timeOf(lead) > newestShown).length : 0;
  // Of more than fit the page, only the total tells; where others went, only the rows.
  const count = Math.max(now.total - shown.total, newer);
  if (count === 0) return leadMessages.listChanged;
  return counted(count, 'new lead');
}

function leadsNotIn({ leads }: Page, other: Page): Page['leads'] {
  const known = new Set(leads.map(({ id }) => id));
  return other.leads.filter(({ id }) => !known.has(id));
}

function timeOf({ created_at }: Page['leads'][number]): number {
  return toDate(created_at)?.getTime() ?? 0;
}

/** The choice that sets a status which is none of the known ones. */
export function setToText(status: string): string {
  return `Set to '${status}'`;
}

/** Beside New, where the badge would not say it: why it reads otherwise (spec §4). */
export const shownOtherwiseText = `shown as ${statusText('in progress')} after ${newLeadDays} days`;

/** What a changed status is told with: whose, and what was chosen for it. */
export function statusChangedText(lead: Lead, status: string): string {
  return `${nameInSentence(leadName(lead))}: ${status}`;
}

export function statusPutBackText(lead: Lead, status: string): string {
  return `${nameInSentence(leadName(lead))}: back to ${status}`;
}

export function restoredText(lead: Lead): string {
  return `${nameInSentence(leadName(lead))}: restored`;
}

const longestName = 60;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Signs that nobody sees and that turn round, or end the setting apart of, what follows them. */
const turningSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Short enough that what follows is read too, and set apart where it would turn the sentence round. */
export function nameInSentence(written: string): string {
  const letters = [...written.replace(turningSigns, '')];
  const name =
    letters.length > longestName
      ? `${letters.slice(0, longestName).join('').trim()}…`
      : letters.join('');
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** How long a deleted lead can still be restored; the day that has begun counts. */
export function daysLeftText(deletedAt: string | null, now: number): string {
  const gone = new Date(deletedAt ?? now).getTime() + restorableDays * dayMilliseconds;
  const days = Math.max(0, Math.ceil((gone - now) / dayMilliseconds));
  return `${daysText(days)} left`;
}

/** When a lead was deleted, and by whom; it was in the last days, so that nobody needs the year. */
export function deletedText({ deleted_at, deleted_by_name }: Lead): string {
  const [day = ''] = shortDate(deleted_at).split(',');
  return deleted_by_name ? `${day} by ${deleted_by_name}` : day;
}

/** What is read out of values that were submitted before. */
export function duplicateText(what: string, [first]: Lead[]): string {
  return first
    ? `${what} was already submitted: ${leadName(first)}, ${shortDate(first.created_at)}.`
    : '';
}

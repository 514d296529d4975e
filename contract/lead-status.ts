import { dayMilliseconds } from './days.ts';
import { newLeadDays } from './limits.ts';

/** spec §4. `statuses` is what GET /api/leads/count and the status filter are asked for. */
export const statusGroups = [
  {
    name: 'In Progress',
    card: 'In Progress',
    statuses: [
      'new',
      'open',
      'in progress',
      'in_progress',
      'open deal',
      'attempted to contact',
      'contacted',
      'connected',
    ],
  },
  { name: 'Live', card: 'Live', statuses: ['closed won', 'Closed Won (Implementation)', 'live'] },
  { name: 'Unqualified', card: 'Unqualified', statuses: ['closed lost', 'unqualified'] },
  {
    name: 'Application Sent',
    card: 'Application Sent',
    statuses: ['application sent', 'application_sent'],
  },
  {
    name: 'Application Submitted',
    card: 'Applications Submitted',
    statuses: ['application submitted', 'application_submitted'],
  },
] as const;
export type StatusGroup = (typeof statusGroups)[number]['name'];

/** What a known status reads, whichever of its variants was stored. */
const knownTexts = [
  'New',
  'Open',
  'In Progress',
  'Open Deal',
  'Attempted to Contact',
  'Contacted',
  'Connected',
  'Closed Won',
  'Closed Won (Implementation)',
  'Live',
  'Closed Lost',
  'Unqualified',
  'Application Sent',
  'Application Submitted',
] as const;

export type BadgeColour = 'blue' | 'cyan' | 'teal' | 'purple' | 'green' | 'red' | 'grey';

const badgeColours: Record<string, BadgeColour> = {
  new: 'blue',
  contacted: 'cyan',
  'attempted to contact': 'cyan',
  connected: 'teal',
  open: 'purple',
  'in progress': 'purple',
  'open deal': 'purple',
  live: 'green',
  'closed won': 'green',
  'closed won (implementation)': 'green',
  implementation: 'green',
  'closed lost': 'red',
};

export const initialStatus = 'new';

/** Statuses are free text, so they are compared by this key and stored as they were written. */
export function statusKey(status: string): string {
  return status.replaceAll('_', ' ').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The keys of a comma-separated list of statuses; a backslash before a comma makes it part of a name. */
export function statusKeys(list: string): string[] {
  const names = list.match(/(?:\\,|[^,])+/g) ?? [];
  return [...new Set(names.map((name) => statusKey(name.replaceAll('\\,', ','))).filter(Boolean))];
}

const groupOfKey = new Map<string, StatusGroup>(
  statusGroups.flatMap((group) => group.statuses.map((status) => [statusKey(status), group.name])),
);

export function groupOf(status: string | null | undefined): StatusGroup | undefined {
  return groupOfKey.get(statusKey(status ?? ''));
}

const textOfKey = new Map<string, string>(knownTexts.map((text) => [statusKey(text), text]));

/** How a status is shown: a known one always the same, any other text as it was written. */
export function statusText(status: string): string {
  return textOfKey.get(statusKey(status)) ?? status;
}

/** A `new` lead that was submitted before this moment reads In Progress. */
export function newLeadsSince(now: Date): Date {
  return new Date(now.getTime() - newLeadDays * dayMilliseconds);
}
export const agedStatus = 'in progress';

/** What the badge says and its colour; a `new` lead of more than 3 days reads In Progress. */
export function displayStatus(
  status: string | null | undefined,
  createdAt: Date,
  now: Date,
): { text: string; colour: BadgeColour } {
  const key = statusKey(status ?? '');
  if (!status || !key) return { text: 'Unknown', colour: 'grey' };
  if (key === initialStatus && createdAt < newLeadsSince(now)) {
    return { text: statusText(agedStatus), colour: 'purple' };
  }
  // Free text may also be the name of something that every object has.
  const colour = Object.hasOwn(badgeColours, key) ? badgeColours[key] : undefined;
  return { text: statusText(status), colour: colour ?? 'grey' };
}

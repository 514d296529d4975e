import type { LeadEvent } from '#contract/events.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { displayText } from '#web/ui/format.ts';

/** What the opened lead says, each sentence once. */
export const leadPanelText = {
  notThere: 'This lead is not there.',
  notThereHint: 'It may have been deleted, or the address is not complete.',
  gone: 'This lead was deleted, or is no longer yours.',
  goneHint:
    'What you have typed can no longer be saved. It stays here until you leave, to be copied.',
  deletedHint: 'What you have typed can be saved once the lead is restored.',
  locked: 'This lead was deleted',
  notLoaded: 'The lead could not be loaded.',
  timelineNotLoaded: 'The timeline could not be loaded.',
  notSaved: 'This could not be saved. Check your internet connection and try again.',
  noteNotSent: 'The note could not be sent. Check your internet connection and try again.',
  notePlaceholder: 'Write a note',
  older: 'Show older events',
  newNote: 'New note',
  somebody: 'Somebody',
  keepTheirs: 'Keep theirs',
  saveMine: 'Save mine',
  changedMeanwhile: 'Somebody else has changed this lead meanwhile. Your correction is saved too.',
} as const;

export function sourceText({
  source,
  source_name: name,
  source_row: row,
}: Pick<LeadDetails, 'source' | 'source_name' | 'source_row'>): string {
  if (source === 'form') return 'Form';
  if (source === 'api') return name ? `API token ${name}` : 'API';
  const file = name ?? 'File';
  return row === null ? file : `${file}, row ${row}`;
}

/** `Add address, zip or notes`: the fields that are not shown for as long as they are empty. */
export function addFieldsText(labels: readonly string[]): string {
  const names = labels.map((label) => label.toLowerCase());
  const last = names.pop();
  return `Add ${names.length > 0 ? `${names.join(', ')} or ${last}` : last}`;
}

/** Who reads a note, as its writer would say it. */
export function noteReadersText(isAdmin: boolean): string {
  return isAdmin
    ? 'The partner and the administrators read it.'
    : 'You and the administrators read it.';
}

export const savedText = (label: string) => `${label} saved`;
export const editText = (label: string) => `Edit ${label}`;

/** Who has done it, as the reader knows them; undefined where nobody can be named. */
export function nameOf(by: LeadEvent['by'], readerId: string | undefined): string | undefined {
  if (!by) return undefined;
  return by.id === readerId ? 'You' : displayText(by.name);
}

type Told = { by: string; passive: string };

/**
 * What each kind of event reads, with the name of who did it before it or without: a status that
 * nobody of the portal has changed was changed in HubSpot.
 */
export const eventText: Record<Exclude<LeadEvent['kind'], 'note' | 'crm'>, Told> = {
  submitted: { by: 'submitted this lead', passive: 'Submitted' },
  status: { by: 'changed the status', passive: 'Status changed by HubSpot' },
  corrected: { by: 'corrected', passive: 'Corrected' },
  moved: { by: 'moved this lead', passive: 'Moved' },
  deleted: { by: 'deleted this lead', passive: 'Deleted' },
  restored: { by: 'restored this lead', passive: 'Restored' },
};

type CrmEvent = Extract<LeadEvent, { kind: 'crm' }>;

/** What became of what HubSpot has of a lead: its deal, and the contact and company that leads share. */
export const crmEventText: Record<CrmEvent['object'], Record<CrmEvent['what'], string>> = {
  deal: {
    linked: 'Sent to HubSpot, where it is a deal now',
    merged: 'Its deal was merged with another in HubSpot and follows that one',
    archived: 'Its deal was deleted in HubSpot: changes no longer go there or come from there',
    returned: 'Its deal is back in HubSpot: changes go there again',
  },
  contact: {
    linked: 'Linked to its contact in HubSpot',
    merged: 'Its contact was merged with another in HubSpot',
    archived: 'Its contact was deleted in HubSpot',
    returned: 'Its contact is back in HubSpot',
  },
  company: {
    linked: 'Linked to its company in HubSpot',
    merged: 'Its company was merged with another in HubSpot',
    archived: 'Its company was deleted in HubSpot',
    returned: 'Its company is back in HubSpot',
  },
};

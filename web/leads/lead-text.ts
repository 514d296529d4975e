import { statusGroups, statusKey } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { displayText, isMissing } from '#web/ui/format.ts';

/** spec §2 and §8: what the screens of leads say, each sentence once. */
export const leadMessages = {
  added: 'Lead has been added successfully',
  none: 'No leads found',
  loadFailed: 'Failed to load leads. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this lead? This action cannot be undone.',
  deleted: 'Lead deleted successfully',
  deleteFailed: 'Failed to delete lead',
  statusChanged: 'Lead status has been updated successfully',
  statusFailed: 'Failed to update lead status',
} as const;

/** spec §3: first and last name; where both are missing, contact_name. */
export function contactOf(lead: Pick<Lead, 'first_name' | 'last_name' | 'contact_name'>): string {
  const names = [lead.first_name, lead.last_name].filter((name) => !isMissing(name));
  return displayText(names.join(' ').trim() || lead.contact_name);
}

/** A lead in a few words, for buttons that would otherwise all be called the same. */
export function leadName(lead: Lead): string {
  return isMissing(lead.company_name) ? contactOf(lead) : lead.company_name;
}

/** The statuses of each group, each once: `in progress` and `in_progress` are the same status. */
export const statusChoices = statusGroups.map(({ name, statuses }) => ({
  group: name,
  statuses: firstOfEachKey(statuses),
}));

function firstOfEachKey(statuses: readonly string[]): string[] {
  const keys = statuses.map(statusKey);
  return statuses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

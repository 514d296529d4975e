import { stuckCounted } from '#contract/limits.ts';
import type { PartnerFigures } from '#contract/partners.ts';
import { counted, countedUpTo, groupDigits } from '#web/ui/format.ts';
import { relativeTime } from '#web/ui/relative-time.ts';

/** spec §2 and §8: what the partner screens say, each sentence once. */
export const partnerMessages = {
  addedFor: 'For partner',
  notThere: 'This partner does not exist',
  notThereHint: 'Nothing can be added for them. Choose another partner above, or yourself.',
  listFailed: 'Failed to load partners. Please try again.',
  loadFailed: 'Failed to load partner. Please try again.',
  added: 'Partner has been added successfully',
  updated: 'Partner has been updated successfully',
  passwordReset: 'Partner password has been reset successfully',
  deleted: 'Partner deleted successfully',
  deleteFailed: 'Failed to delete partner',
  waiting: 'Waiting',
  nothingWaits: 'Nothing is waiting.',
  unreadByThem: 'They have not read some of your notes yet',
  about: 'About',
  signInNotKnown: 'Not known',
  noCompanies: 'No company of theirs is live.',
  companiesFailed: 'The live companies could not be loaded.',
  tokensHint: 'What other systems add leads with in this partner’s name.',
  noTokens: 'This partner has no API tokens.',
  tokensNotLoaded: 'The API tokens could not be loaded.',
  revokeTokens: "Revoke this partner's API tokens too",
  revokeTokensHint: 'Systems that use them can add no more leads.',
} as const;

/** What stands under a partner's name in the list: `24 leads, 3 live`. */
export function workText(leads: number, live: number): string {
  const all = counted(leads, 'lead');
  return live === 0 ? all : `${all}, ${groupDigits(live)} live`;
}

/** What waits for somebody. */
export const waitingTexts = {
  stuck: (leads: number) =>
    `${countedUpTo(stuckCounted, leads)} ${leads === 1 ? 'lead' : 'leads'} stuck`,
  unread: (leads: number) => `${counted(leads, 'lead')} with a note for you`,
  parked: (leads: number) => `${counted(leads, 'lead')} not taken by HubSpot`,
} as const;

export function tokensText({ active, revoked }: PartnerFigures['tokens']): string {
  return revoked === 0 ? `${active} active` : `${active} active, ${revoked} revoked`;
}

export function importsText({ total, last_at }: PartnerFigures['imports'], now: number): string {
  return total === 0 ? 'None' : `${groupDigits(total)}, the last ${relativeTime(last_at, now)}`;
}

/** And under their company. */
export function signInText(at: string | null, now: number): string {
  return at ? `Signed in ${relativeTime(at, now)}` : 'No sign-in known';
}

export function deletePartnerQuestion(name: string): string {
  return `Are you sure you want to delete ${name}? This action cannot be undone.`;
}

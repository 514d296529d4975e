import { companyText } from '#contract/company-text.ts';
import { errorText } from '#contract/protocol.ts';
import { momentText } from '#web/ui/relative-time.ts';

/** spec §2 and §8: what the screen of live companies says, each sentence once. */
export const companyMessages = {
  none: 'No live companies found',
  nextStep:
    'A company appears here once one of its leads is live. See how the leads are doing, or press Refresh to look again.',
  noneMatch: 'No live company matches. Try another search, or clear the filters.',
  noneLive: 'There are currently no companies with active or closed won leads.',
  mayBeFilled: 'Something may have changed since. Press Refresh to look again.',
  loadFailed: 'Failed to load live companies. Please try again.',
  rateLimited: `${errorText.rateLimit}. Please wait a minute before trying again.`,
  outdated: 'Until then the list shows what was loaded last.',
  notPulledYet: 'HubSpot has not been asked yet.',
  mirrored: 'Commissions come from HubSpot and are changed there.',
  changedMeanwhile: `${companyText.changedMeanwhile}. They read now:`,
  commissionsUpdated: 'Commissions have been updated successfully',
} as const;

/** How fresh what HubSpot keeps is, in the reader's time zone. */
export function asOfText(asOf: string, now: number): string {
  return `As of ${momentText(asOf, now)}`;
}

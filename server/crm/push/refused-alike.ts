import { failed, type Job } from '#server/jobs/jobs.ts';
import type { LeadOutcome } from './outcomes.ts';

/** So many leads that each have a fault of their own, and all the same one, are hardly a coincidence. */
const many = 5;

/**
 * Where HubSpot refuses every lead of a batch for one and the same reason, the reason is hardly theirs: a
 * property that the account has just made required, say. They are tried again, with growing pauses, so
 * that all drains by itself once it is mended, and are only parked when that has gone on for long. Others
 * are not held up, as it may still be the leads.
 */
export function retryIfRefusedAlike(jobs: Job[], outcomes: LeadOutcome[]): LeadOutcome[] {
  const reasons = new Set(outcomes.map(({ why }) => why));
  const areAlike = jobs.length >= many && reasons.size === 1;
  return outcomes.map((outcome, i) => {
    if (outcome.is !== 'parked' || outcome.why === undefined) return outcome;
    // One that was such a lead before comes again beside others.
    const isTriedAgain = areAlike || (jobs[i]?.attempts ?? 0) > 0;
    return isTriedAgain ? failed(outcome.reason) : outcome;
  });
}

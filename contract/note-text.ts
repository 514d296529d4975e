import { rateLimits } from './limits.ts';
import { tryAgain } from './wait-text.ts';

/** Apart from the other sentences about leads, which every screen of leads loads. */
export const noteText = {
  tooMany: (most: number = rateLimits.notes.max, seconds: number = rateLimits.notes.seconds) =>
    `You can write ${most} notes in an hour. ${tryAgain(seconds)}`,
} as const;

// How many changes of many leads are made at once in this process.
import { bulkText } from '#contract/lead-changes.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { createTurns } from '#server/lib/turns.ts';

const headers = { 'retry-after': 5 };
export const anotherChange = () => new AppError('too_many', bulkText.another, { headers });

/** A user makes one at a time. */
export const withOneChange = createTurns({
  atWorkOfOneKey: 1,
  waitingOfOneKey: 0,
  refusal: anotherChange,
});

/** Two long ones at a time: each has one of the ten connections to itself meanwhile. */
export const withLongChange = createTurns({
  atWork: 2,
  waiting: 20,
  refusal: () => new AppError('unavailable', errorText.busy, { headers }),
});

// How many changes of many leads are made at once in this process.
import { leadText } from '#contract/lead-text.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { createLongWork } from '#server/db/long-work.ts';
import { createTurns } from '#server/lib/turns.ts';

const headers = { 'retry-after': 5 };
export const anotherChange = () => new AppError('too_many', leadText.many.another, { headers });

/** A user makes one at a time. */
export const withOneChange = createTurns({
  shared: 'changes of many leads',
  atWorkOfOneKey: 1,
  waitingOfOneKey: 0,
  refusal: anotherChange,
});

/** Changes of many leads and their undoing: each has a connection to itself meanwhile. */
export const longChanges = { atWork: 2, waiting: 20 };
export const withLongChange = createLongWork(
  longChanges,
  () => new AppError('unavailable', errorText.busy, { headers }),
);

import type { Logger } from 'pino';
import { dayMilliseconds } from '#contract/days.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { isLocked } from '#server/db/short-transaction.ts';
import { everyLead, lettersOf, lettersOfDays, statusOfDays } from './day-keys.ts';
import {
  countStatusesOfDay,
  type DayToCount,
  findDaysAhead,
  findMarkedDays,
  forgetDaysToCome,
  type ReadText,
  readOfOneMoment,
  readTextsOfDay,
  setCountedUntil,
  storeDay,
  takeCounting,
} from './lead-days.queries.ts';

const daysAtOnce = 10;
/** What a call may have to wait for: some two milliseconds. */
const textsAtOnce = 200;
/** Ten thousand leads of a day in European languages have some thousands; at random, some have millions. */
const mostLettersOfDay = 50_000;
const everyMilliseconds = 60_000;

/** Counts what is to be counted by day, now and every minute; several processes may do so at once. */
export function startCountingDays(db: Database, log: Logger): () => Promise<void> {
  let stopped = false;
  let counting: Promise<void> | undefined;
  const count = async () => {
    while (!stopped && (await countDays(db)) > 0);
  };
  const begin = () => {
    counting ??= count()
      .catch((error) => log.warn({ err: error }, 'Counting by day failed; it will be tried again'))
      .finally(() => {
        counting = undefined;
      });
  };
  const timer = setInterval(begin, everyMilliseconds);
  timer.unref();
  begin();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await counting;
  };
}

/**
 * Counts some of the days that are not counted, or have changed since; answers how many. Where another
 * process is at it, none: it does what there is to do.
 */
export async function countDays(db: Database, mostLetters = mostLettersOfDay): Promise<number> {
  try {
    return await countSomeDays(db, mostLetters);
  } catch (error) {
    if (isLocked(error)) return 0;
    throw error;
  }
}

function countSomeDays(db: Database, mostLetters: number): Promise<number> {
  return db.transaction(async (tx) => {
    await readOfOneMoment(tx);
    await takeCounting(tx);
    await forgetDaysToCome(tx);
    const marked = await findMarkedDays(tx, daysAtOnce);
    const { first, over } = await findDaysAhead(tx);
    const ahead = first === null ? [] : daysFrom(first, over);
    for (const day of [...marked, ...ahead]) await countDay(tx, day, mostLetters);
    await setCountedUntil(tx, ahead.length === daysAtOnce ? (ahead.at(-1)?.day ?? over) : over);
    return marked.length + ahead.length;
  });
}

function daysFrom(first: string, last: string): DayToCount[] {
  const days: DayToCount[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < daysAtOnce; ) {
    days.push({ day: new Date(at).toISOString().slice(0, 10), texts: true });
    at += dayMilliseconds;
  }
  return days;
}

async function countDay(tx: Transaction, day: DayToCount, mostLetters: number): Promise<void> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { status_key, count } of await countStatusesOfDay(tx, day.day)) {
    counts.set(statusOfDays(status_key), count);
    all += count;
  }
  if (all > 0) counts.set(everyLead, all);
  if (!day.texts) return storeDay(tx, day.day, counts);
  const letters = await countLetters(tx, day.day, mostLetters);
  for (const [key, count] of letters.counts) counts.set(lettersOfDays(key), count);
  await storeDay(tx, day.day, counts, letters);
}

type LettersOfDay = { counts: Map<string, number>; isPartly: boolean };

/**
 * A part at a time: a day may hold hundreds of thousands of leads, and calls wait meanwhile. Letters that
 * come first when no more are taken are left out; what is counted, is counted from the first lead on.
 */
async function countLetters(tx: Transaction, day: string, most: number): Promise<LettersOfDay> {
  const counts = new Map<string, number>();
  let isPartly = false;
  let last: ReadText | undefined;
  do {
    const texts = await readTextsOfDay(tx, day, last, textsAtOnce);
    for (const { search_text } of texts) {
      for (const letters of lettersOf(search_text)) {
        const known = counts.get(letters);
        if (known === undefined && counts.size >= most) isPartly = true;
        else counts.set(letters, (known ?? 0) + 1);
      }
    }
    last = texts.length === textsAtOnce ? texts.at(-1) : undefined;
  } while (last);
  return { counts, isPartly };
}

import { crmText } from '#contract/crm-text.ts';
import type { Db } from '#server/db/database.ts';
import {
  blockCalls,
  type Call,
  forgetDay,
  forgetRefusals,
  noteDay,
  noteLimit,
  takeCall,
} from './budget.queries.ts';
import { HubSpotFault } from './errors.ts';

/** HubSpot's limits, of which all processes have one share together. */
export type Budget = {
  /** How long to wait, in milliseconds, before the call that is now counted. */
  take(call: Call): Promise<number>;
  /** What an answer says about the limits. */
  learn(headers: Headers, isSuccess: boolean): Promise<void>;
  /** HubSpot answered 429; it is not to be relied upon that it says for how long. */
  refused(policy: string): Promise<void>;
};

const noteDayEveryMilliseconds = 10_000;
/** How long a day's limit that is used up is believed before one call tries again. */
const dayAgainMinutes = 15;

function numberOf(headers: Headers, name: string): number | undefined {
  const value = Number(headers.get(`x-hubspot-ratelimit-${name}`) ?? Number.NaN);
  return Number.isInteger(value) && value >= 0 ? value : undefined;
}

/**
 * Where a person waits for the answer, HubSpot itself is asked whether the day's calls are used up: what
 * is kept of that may be old, and what it answers holds for everybody.
 */
export function hubspotBudget(
  db: Db,
  clock: () => Date = () => new Date(),
  { isForPerson = false } = {},
): Budget {
  let known = { most: 0, refusals: 0, is_day_over: false };
  let dayNotedAt = 0;

  return {
    async take(call) {
      const taken = await takeCall(db, call, dayAgainMinutes);
      if (taken.is_day_over && !isForPerson) {
        throw new HubSpotFault('daily_limit', crmText.faults.dayOver, 429);
      }
      known = taken;
      return Math.max(0, Math.ceil(taken.wait));
    },

    async learn(headers, isSuccess) {
      const most = numberOf(headers, 'max');
      const milliseconds = numberOf(headers, 'interval-milliseconds');
      if (most && milliseconds && most !== known.most) await noteLimit(db, most, milliseconds);
      if (isSuccess && known.refusals > 0) await forgetRefusals(db);
      const [day, remaining] = [numberOf(headers, 'daily'), numberOf(headers, 'daily-remaining')];
      const isNewDay = isSuccess && known.is_day_over;
      if (day === undefined || remaining === undefined) {
        if (isNewDay) await forgetDay(db);
        return;
      }
      const now = clock().getTime();
      if (remaining > 0 && !isNewDay && now - dayNotedAt < noteDayEveryMilliseconds) return;
      dayNotedAt = now;
      await noteDay(db, day, remaining);
    },

    async refused(policy) {
      if (policy === 'DAILY') await noteDay(db, null, 0);
      else await blockCalls(db, policy === 'SECONDLY' ? 'search' : 'other');
    },
  };
}

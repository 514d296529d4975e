import { isStorable } from '#contract/fields.ts';
import { emailKey } from '#server/accounts/email-key.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { tokenHash } from '#server/lib/random-token.ts';
import {
  countFailure,
  deleteExpiredAddresses,
  deleteFailures,
  deleteKnownAddresses,
  deleteStaleFailures,
  type FailureCounter,
  isKnownAddress,
  rememberAddress,
  takeBackFailures,
  takeTurn,
} from './sign-in-throttle.queries.ts';

/** From anywhere, before whoever guesses at one account has to wait longer and longer. */
const mostFromAnywhere = 20;
const knownAddresses = { days: 90, most: 20 };

/** Of any length, and nothing that a log or a backup should tell. */
const accountKey = (email: string) => tokenHash(emailKey(email)).toString('hex');

/** Whom a sign-in is for, and where it comes from. */
export type SignInPlace = { account: string; address: string; isKnown: boolean };

/** Known is an address that the account has signed in from before. */
export async function placeOf(db: Db, email: string, address: string): Promise<SignInPlace> {
  const isKnown = isStorable(email) && (await isKnownAddress(db, emailKey(email), address));
  return { account: accountKey(email), address, isKnown };
}

/**
 * What a sign-in is counted by. Where the account has signed in from there before, it is judged by
 * its own failures there and by nothing else: neither strangers who guess at it from elsewhere nor
 * those who share the address can lock it out.
 */
export function signInCounters(
  { config }: AppContext,
  { account, address, isKnown }: SignInPlace,
): FailureCounter[] {
  const { login_address, login_account } = config.rateLimits;
  const fixed = { waits: 'until the window ends' } as const;
  const pair = { key: `pair:${address}:${account}`, ...ofLimit(login_account), ...fixed };
  if (isKnown) return [pair];
  return [
    { key: `address:${address}`, ...ofLimit(login_address), ...fixed },
    pair,
    {
      key: `account:${account}`,
      most: mostFromAnywhere,
      seconds: login_account.seconds,
      waits: 'longer and longer',
      turn: `turn:${address}:${account}`,
    },
  ];
}

/** Whoever has a session and not the password gets no more guesses than at a sign-in. */
export function ownPasswordCounters({ config }: AppContext, sessionId: string): FailureCounter[] {
  const limit = ofLimit(config.rateLimits.login_account);
  return [{ key: `session:${sessionId}`, ...limit, waits: 'until the window ends' }];
}

const ofLimit = ({ max, seconds }: { max: number; seconds: number }) => ({ most: max, seconds });

/**
 * Runs what may fail, counted before it begins, so that many guesses at once cannot slip through.
 * Only what answers undefined has failed: anything else, and what could not be tried, is taken back.
 */
export async function countedAttempt<T>(
  db: Db,
  counters: FailureCounter[],
  tooMany: (seconds: number) => string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const keys = counters.map(({ key }) => key);
  await countAll(db, counters, tooMany);
  let result: T | undefined;
  try {
    result = await attempt();
  } catch (error) {
    await takeBackFailures(db, keys);
    throw error;
  }
  if (result !== undefined) await takeBackFailures(db, keys);
  return result;
}

async function countAll(
  db: Db,
  counters: FailureCounter[],
  tooMany: (seconds: number) => string,
): Promise<void> {
  const counted: string[] = [];
  for (const counter of counters) {
    const { mayTry, secondsLeft } = await countFailure(db, counter);
    if (!mayTry && counter.turn && (await takeTurn(db, counter.turn))) continue;
    if (!mayTry) {
      if (counted.length > 0) await takeBackFailures(db, counted);
      const headers = { 'retry-after': secondsLeft };
      throw new AppError('too_many', tooMany(secondsLeft), { headers });
    }
    counted.push(counter.key);
  }
}

export async function rememberSignIn(db: Db, userId: string, address: string): Promise<void> {
  await rememberAddress(db, userId, address, knownAddresses);
}

/** To be called with a new password: failures with the old one are nobody's fault any more. */
export async function forgetFailures(tx: Db, email: string): Promise<void> {
  await deleteFailures(tx, accountKey(email));
}

export async function forgetAddressesOf(tx: Db, userId: string): Promise<void> {
  await deleteKnownAddresses(tx, userId);
}

export async function forgetStaleAttempts(db: Db): Promise<void> {
  await deleteStaleFailures(db);
  await deleteExpiredAddresses(db);
}

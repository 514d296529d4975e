import type { User } from '#contract/accounts.ts';
import { dayMilliseconds } from '#contract/days.ts';
import { maxSessionsPerUser } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { sessionText, tooManySignIns } from '#contract/session-text.ts';
import { type Account, findAccount, recordSignIn } from '#server/accounts/accounts.ts';
import { passwordMatches } from '#server/accounts/passwords.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError, busy } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { addressKey } from '#server/http/addresses.ts';
import type { Visitor } from '#server/http/callers.ts';
import type { Counted } from '#server/http/rate-limits.ts';
import { randomToken, tokenHash } from '#server/lib/random-token.ts';
import { createTurns } from '#server/lib/turns.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { passwordWarning } from './password-warning.ts';
import { traceOf } from './recognise.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findAliveTokens as findAliveTokenRows,
  insertAccessToken,
  insertSession,
} from './session.queries.ts';
import {
  countedAttempt,
  placeOf,
  rememberSignIn,
  type SignInPlace,
  signInCounters,
} from './sign-in-throttle.ts';

export type SignedIn = {
  token: string;
  refresh_token: string;
  user: User;
  password_warning?: string;
};

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/**
 * One sign-in of an address at a time, so that those of the same moment are not taken for failures:
 * the counters are for what failed. The queue is before all work, and the addresses take turns in it:
 * whoever floods it is refused without a look at the database, and holds nobody else up.
 */
const inTurnOfAddress = createTurns({
  shared: 'sign-ins of an address',
  atWork: 4,
  atWorkOfOneKey: 1,
  waiting: 200,
  waitingOfOneKey: 20,
  patience: 20_000,
  refusal: busy,
});

/**
 * Whoever signs in from where they have before has a line of their own: neither a flood from their
 * address nor one from hundreds of others can take their place in it.
 */
const inTurnOfKnown = createTurns({
  shared: 'sign-ins of an account',
  atWork: 2,
  atWorkOfOneKey: 1,
  waiting: 200,
  waitingOfOneKey: 20,
  patience: 20_000,
  refusal: busy,
});

/** Short enough for any flood that the portal can take in at all. */
const inTurnToBeKnown = createTurns({ atWork: 2, waiting: 2_000, refusal: busy });

/**
 * Refuses a session to whoever fails too often; what succeeds is taken back from the count. Whoever
 * is gone before their turn, by `signal`, is not looked at.
 */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<SignedIn> {
  const address = addressKey(visitor.ip);
  const from = await inTurnToBeKnown(
    address,
    () => placeOf(context.db, credentials.email, address),
    signal,
  );
  const inTurn = from.isKnown ? inTurnOfKnown : inTurnOfAddress;
  const key = from.isKnown ? from.account : address;
  return inTurn(key, () => tryLogIn(context, credentials, visitor, from), signal);
}

async function tryLogIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
  from: SignInPlace,
): Promise<SignedIn> {
  const counters = signInCounters(context, from);
  const signedIn = await countedAttempt(context.db, counters, tooManySignIns, async () => {
    const account = await findAccount(context.db, email);
    const matches = await passwordMatches(account?.password_hash ?? null, password);
    if (!account || !matches) return undefined;
    const session = await startSession(context, account, visitor);
    return session && { session, account };
  });
  if (!signedIn) throw new AppError('unauthorized', sessionText.refused);
  const { session, account } = signedIn;
  await rememberSignIn(context.db, account.id, from.address);
  await recordSignIn(context.db, account.id, context.clock());
  const warning = await passwordWarning(context, account, password);
  return { ...session, ...(warning && { password_warning: warning }) };
}

async function startSession(
  { db, config, clock }: AppContext,
  account: Account,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const token = randomToken();
  const refreshToken = randomToken();
  const now = clock();
  const row = {
    id: uuidv7(),
    userId: account.id,
    passwordHash: account.password_hash,
    refreshHash: tokenHash(refreshToken),
    accessHash: tokenHash(token),
    ...traceOf(visitor, now),
    expiresAt: new Date(now.getTime() + config.refreshTokenDays * dayMilliseconds),
    accessExpiresAt: secondsAfter(now, config.accessTokenSeconds),
  };
  const isStarted = await insertSession(db, row, maxSessionsPerUser);
  if (!isStarted) return undefined;
  const { id, name, email, role, company } = account;
  return { token, refresh_token: refreshToken, user: { id, name, email, role, company } };
}

export async function refreshSession(
  { db, config, clock }: AppContext,
  refreshToken: string,
): Promise<{ token: string; userId: string; counted: Counted }> {
  const token = randomToken();
  const now = clock();
  const limit = config.rateLimits.general;
  const expiresAt = secondsAfter(now, config.accessTokenSeconds);
  const hashes = { refreshHash: tokenHash(refreshToken), accessHash: tokenHash(token) };
  const found = await insertAccessToken(db, { ...hashes, now, expiresAt }, limit);
  if (!found) throw new AppError('unauthorized', errorText.sessionEnded);
  const { user_id: userId, ...hits } = found;
  return { token, userId, counted: { ...hits, limit } };
}

/** Those of these access tokens, by their hashes, that would still be let in. In hexadecimal. */
export async function findAliveTokens(db: Db, hashes: Buffer[], now: Date): Promise<Set<string>> {
  return new Set((await findAliveTokenRows(db, hashes, now)).map(({ hash }) => hash));
}

export async function logOut(db: Db, sessionId: string): Promise<void> {
  await deleteSession(db, sessionId);
}

/** To be called in the transaction, after the account's row was changed. */
export async function endSessionsOf(tx: Db, userId: string): Promise<void> {
  await deleteSessionsOf(tx, userId);
}

export async function forgetExpiredSessions(db: Db, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now);
}

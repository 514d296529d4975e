import type { User } from '#contract/accounts.ts';
import { passwordFault } from '#contract/accounts.ts';
import { errorText } from '#contract/protocol.ts';
import { passwordWarningText, sessionText, tooManySignIns } from '#contract/session-text.ts';
import { type Account, findAccount } from '#server/accounts/accounts.ts';
import { emailKey } from '#server/accounts/email-key.ts';
import { passwordMatches } from '#server/accounts/passwords.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import type { SessionCaller } from '#server/http/callers.ts';
import { hit, refundHits } from '#server/http/rate-limits.queries.ts';
import { addressKey, type Counted, refuseExcess, secondsLeft } from '#server/http/rate-limits.ts';
import { hasTokenForm, randomToken, tokenHash } from '#server/lib/random-token.ts';
import { createSemaphoreByKey } from '#server/lib/semaphore.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  findSessionToRenew,
  insertAccessToken,
  insertSession,
} from './session.queries.ts';

export type SignedIn = {
  token: string;
  refresh_token: string;
  user: User;
  password_warning?: string;
};

const dayMilliseconds = 24 * 60 * 60 * 1000;

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

// In turn, so that sign-ins of the same moment are not taken for failures; the counters are for
// what failed.
const inTurnOfAddress = createSemaphoreByKey(8);
const inTurnOfAccount = createSemaphoreByKey(1);

/** Refuses a session to whoever fails too often; what succeeds is taken back from the count. */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  ip: string,
): Promise<SignedIn> {
  const address = addressKey(ip);
  const account = `${address}:${tokenHash(emailKey(credentials.email)).toString('hex')}`;
  return inTurnOfAddress(address, () =>
    inTurnOfAccount(account, () => tryLogIn(context, credentials, address, account)),
  );
}

async function tryLogIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  address: string,
  accountAndAddress: string,
): Promise<SignedIn> {
  const counters = await countAttempt(context, address, accountAndAddress);
  const account = await findAccount(context.db, email);
  const matches = await passwordMatches(account?.password_hash ?? null, password).catch(
    async (error: unknown) => {
      // It was not looked at, so it is no failure of whoever sent it.
      await refundHits(context.db, counters);
      throw error;
    },
  );
  const session = account && matches ? await startSession(context, account) : undefined;
  if (!account || !session) throw new AppError('unauthorized', sessionText.refused);
  await refundHits(context.db, counters);
  const warning = passwordWarning(context, account, password);
  return { ...session, ...(warning && { password_warning: warning }) };
}

/** Counted before the password is checked, so that many guesses at once cannot slip through. */
async function countAttempt(
  context: AppContext,
  address: string,
  accountAndAddress: string,
): Promise<string[]> {
  const { login_address, login_account } = context.config.rateLimits;
  const addressCounter = `login_address:${address}`;
  const accountCounter = `login_account:${accountAndAddress}`;
  await countAgainst(context, addressCounter, login_address);
  try {
    await countAgainst(context, accountCounter, login_account);
  } catch (error) {
    await refundHits(context.db, [addressCounter]);
    throw error;
  }
  return [addressCounter, accountCounter];
}

async function countAgainst(context: AppContext, key: string, limit: RateLimit): Promise<void> {
  const now = context.clock();
  const counted = { ...(await hit(context.db, key, limit, now)), limit };
  refuseExcess(counted, now, tooManySignIns(secondsLeft(counted, now)));
}

async function startSession(
  { db, config, clock }: AppContext,
  account: Account,
): Promise<SignedIn | undefined> {
  const token = randomToken();
  const refreshToken = randomToken();
  const now = clock();
  const started = await insertSession(db, {
    id: uuidv7(),
    userId: account.id,
    passwordHash: account.password_hash,
    refreshHash: tokenHash(refreshToken),
    accessHash: tokenHash(token),
    now,
    expiresAt: new Date(now.getTime() + config.refreshTokenDays * dayMilliseconds),
    accessExpiresAt: secondsAfter(now, config.accessTokenSeconds),
  });
  if (!started) return undefined;
  const { id, name, email, role, company } = account;
  return { token, refresh_token: refreshToken, user: { id, name, email, role, company } };
}

function passwordWarning(
  { config, clock }: AppContext,
  account: Account,
  password: string,
): string | undefined {
  const fault = passwordFault(password);
  if (fault) return passwordWarningText.weak(fault);
  const age = clock().getTime() - Date.parse(account.password_set_at);
  if (age > config.passwordMaxAgeDays * dayMilliseconds) {
    return passwordWarningText.old(config.passwordMaxAgeDays);
  }
  return undefined;
}

export async function refreshSession(
  { db, config, clock }: AppContext,
  refreshToken: string,
): Promise<{ token: string; counted: Counted }> {
  const token = randomToken();
  const now = clock();
  const limit = config.rateLimits.general;
  const expiresAt = secondsAfter(now, config.accessTokenSeconds);
  const hashes = { refreshHash: tokenHash(refreshToken), accessHash: tokenHash(token) };
  const hits = await insertAccessToken(db, { ...hashes, now, expiresAt }, limit);
  if (!hits) throw new AppError('unauthorized', errorText.sessionEnded);
  return { token, counted: { ...hits, limit } };
}

/**
 * Who holds this access token. One that has expired and one whose session ended elsewhere get the
 * same answer: the browser then tries a refresh, which tells the two apart (spec §8).
 */
export async function recogniseSession(
  { db, clock }: AppContext,
  { token, refreshToken }: { token: string; refreshToken: string | undefined },
  limit: RateLimit,
): Promise<{ caller: SessionCaller; counted: Counted }> {
  if (!hasTokenForm(token)) throw new AppError('unauthorized', errorText.notSignedIn);
  const found =
    (await findSession(db, tokenHash(token), limit, clock())) ??
    (refreshToken && (await findSessionToRenew(db, tokenHash(refreshToken), limit, clock())));
  if (!found) throw new AppError('unauthorized', errorText.tokenExpired);
  const { hits, window_ends, ...caller } = found;
  return { caller, counted: { hits, window_ends, limit } };
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

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { busy } from '#server/app-error.ts';
import { createTurns } from '#server/lib/turns.ts';

// argon2id is what the library hashes with unless told otherwise.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing shares four threads with everything that reads files. Two at once leave room for those,
 * and who would have to wait for more than about a second is better told to come back. New passwords
 * and compared ones take turns, so that neither kind waits for all of the other.
 */
const inTurn = createTurns({
  atWork: 2,
  waiting: 40,
  refusal: busy,
});

/** Runs on a thread of its own, as verifying does: the event loop stays free. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('new', () => hash(password, options));
}

let decoy: Promise<string> | undefined;

/** Without a hash it still does the work, so that an unknown email takes as long as a known one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  // Not in turn: a refusal would be kept for ever.
  decoy ??= hash(randomBytes(32).toString('hex'), options);
  const compared = stored ?? (await decoy);
  const matches = await inTurn('compared', () => verify(compared, password));
  return matches && stored !== null;
}

/** With all four kinds of characters that the rules ask for, and with no word that is anybody's. */
export function generatePassword(): string {
  const groups = randomBytes(12).toString('hex').match(/.{6}/g) ?? [];
  return `Pp-${groups.join('-')}-7`;
}

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// argon2id is what the library hashes with unless told otherwise.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs on a thread of its own, as verifying does: the event loop stays free. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/** Without a hash it still does the work, so that an unknown email takes as long as a known one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(32).toString('hex'));
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== null;
}

/** Readable, and with all four kinds of characters that the rules ask for. */
export function generatePassword(): string {
  const groups = randomBytes(12).toString('hex').match(/.{6}/g) ?? [];
  return `Portal-${groups.join('-')}-7`;
}

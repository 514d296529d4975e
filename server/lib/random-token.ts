import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this is stored. The tokens are random, so a plain hash cannot be guessed backwards. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

import crypto, { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text could be a token of ours at all: 32 bytes are 43 characters. */
export function hasTokenForm(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Only this is stored. The tokens are random, so a plain hash cannot be guessed backwards. */
export function tokenHash(token: string): Buffer {
  // Less than half the time of the other, with every call; Node has it since 20.12.
  if (crypto.hash) return Buffer.from(crypto.hash('sha256', token, 'hex'), 'hex');
  return createHash('sha256').update(token).digest();
}

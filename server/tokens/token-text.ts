import { createHash, randomBytes } from 'node:crypto';

const prefix = 'ppt_';
const secretLength = 43;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[\\w-]{${secretLength}}[\\w-]{${checksumLength}}$`);

function checksum(secret: string): string {
  return createHash('sha256')
    .update(prefix + secret)
    .digest('base64url')
    .slice(0, checksumLength);
}

/** A prefix that secret scanners can look for, 256 random bits, and a checksum against typos. */
export function newTokenText(): string {
  const secret = randomBytes(32).toString('base64url');
  return prefix + secret + checksum(secret);
}

/** False for what cannot be one of our tokens: no need to ask the database. */
export function isTokenText(text: string): boolean {
  if (!pattern.test(text)) return false;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return text.endsWith(checksum(secret));
}

export function maskedToken(text: string): string {
  return `${prefix}••••••••${text.slice(-4)}`;
}

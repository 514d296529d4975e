import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Csrf = { issue(): string; accepts(token: unknown): boolean };

/** Tokens are signed rather than stored: any process with the same key accepts them. */
export function csrf(key: Buffer): Csrf {
  const sign = (nonce: string) => createHmac('sha256', key).update(nonce).digest();
  return {
    issue() {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${sign(nonce).toString('base64url')}`;
    },
    accepts(token) {
      const [, nonce, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(String(token)) ?? [];
      if (!nonce || !signature) return false;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(nonce);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

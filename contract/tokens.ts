import { z } from 'zod';
import { optional, required } from './fields.ts';
import { maxTokensPerUser } from './limits.ts';

export const tokenText = {
  notFound: 'Token not found',
  onlyRevoked: 'A token can only be revoked: send "revoked": true',
  alreadyRevoked: 'This token has already been revoked',
  tooMany: `You have ${maxTokensPerUser} API tokens. Delete one before you create another.`,
  // Of calls with a token (spec §8, external API statuses):
  missing: 'API token is missing',
  invalid: 'API token is invalid',
  revoked: 'API token has been revoked',
} as const;

export const newToken = z.object({
  name: required('Token name', 100),
  description: optional('Description', 500),
});

export const tokenChange = z.object({
  revoked: z.literal(true, tokenText.onlyRevoked),
});

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
  token_display: z.string(),
  revoked: z.boolean(),
});
export type ApiToken = z.infer<typeof apiToken>;
export const tokenAnswer = z.object({ token: apiToken });
export const tokenList = z.object({ tokens: z.array(apiToken) });

/** The only answer that carries the token itself. */
export const createdToken = z.object({ token: z.string(), token_id: z.string() });
export type CreatedToken = z.infer<typeof createdToken>;

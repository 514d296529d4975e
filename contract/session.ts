import { z } from 'zod';
import { loginMissing, loginRefused } from './session-text.ts';

const roles = ['admin', 'partner'] as const;

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  company: z.string().nullable(),
});
export type User = z.infer<typeof user>;

const credential = z.string(loginMissing).min(1, loginMissing).max(1_000, loginRefused);
export const credentials = z.object({
  email: credential.trim().min(1, loginMissing),
  password: credential,
});

export const signedIn = z.object({
  token: z.string(),
  refresh_token: z.string(),
  user,
  password_warning: z.string().optional(),
});

export const refreshRequest = z.object({
  refresh_token: z
    .string('Refresh token is required')
    .min(1, 'Refresh token is required')
    .max(1_000),
});

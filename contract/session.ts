import { z } from 'zod';
import { user } from './accounts.ts';
import { sessionText } from './session-text.ts';

const credential = z
  .string(sessionText.missing)
  .min(1, sessionText.missing)
  .max(1_000, sessionText.refused);
export const credentials = z.object({
  email: credential.trim().min(1, sessionText.missing),
  password: credential,
});

export const signedIn = z.object({
  token: z.string(),
  refresh_token: z.string(),
  user,
  password_warning: z.string().optional(),
});

export const refreshRequest = z.object({
  refresh_token: z.string(sessionText.noRefreshToken).min(1, sessionText.noRefreshToken).max(1_000),
});

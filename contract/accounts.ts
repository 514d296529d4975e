import { z } from 'zod';
import { email, isStorable, required } from './fields.ts';
import { passwordMinLength } from './limits.ts';

const roles = ['admin', 'partner'] as const;

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  company: z.string().nullable(),
});
export type User = z.infer<typeof user>;

const passwordMissing = 'Password is required';

/** spec §5, in the order in which the messages are shown. */
const passwordRules = [
  { message: passwordMissing, holds: (value: string) => value !== '' },
  {
    message: `Password must be at least ${passwordMinLength} characters`,
    holds: (value: string) => [...value].length >= passwordMinLength,
  },
  {
    message: 'Password must contain at least one uppercase letter',
    holds: (value: string) => /\p{Lu}/u.test(value),
  },
  {
    message: 'Password must contain at least one lowercase letter',
    holds: (value: string) => /\p{Ll}/u.test(value),
  },
  {
    message: 'Password must contain at least one number',
    holds: (value: string) => /\p{Nd}/u.test(value),
  },
  {
    message: 'Password must contain at least one special character',
    holds: (value: string) => /[^\p{L}\p{N}\s]/u.test(value),
  },
  {
    message: 'Password has a character that cannot be stored',
    holds: (value: string) => isStorable(value),
  },
  {
    // Hashing an endless password is work an attacker would like us to do.
    message: 'Password must be at most 200 characters',
    holds: (value: string) => value.length <= 200,
  },
] as const;

/** The first rule a password breaks, or undefined where it keeps them all. */
export function passwordFault(value: string): string | undefined {
  return passwordRules.find((rule) => !rule.holds(value))?.message;
}

export const password = z
  .string({
    error: ({ input }) => (input == null ? passwordMissing : 'Password must be text'),
  })
  .superRefine((value, context) => {
    const fault = passwordFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

export const accountText = {
  wrongPassword: 'Current password is wrong',
  currentMissing: 'Current password is required',
  /** Of what asks for the own password only where it was not entered a short while ago. */
  enterOwn: 'Enter your own password to reset this one',
  emailTaken: 'This email is already in use',
  notConfirmed: 'Please confirm the password',
  passwordsDiffer: 'Passwords do not match',
  samePassword: 'The new password must differ from the current one',
  common: 'Password is too common',
  personal: 'Password must not contain your name, email or company',
  administratorNotFound: 'Administrator not found',
  lastAdministrator: 'The last administrator cannot be removed',
  ownPassword: 'Change your own password on your Account page',
  sessionNotFound: 'Session not found',
} as const;

/** spec §5, Reset password: what every form for a new password asks beyond what the server is sent. */
export const newPasswordForm = z
  .object({
    password,
    confirmPassword: z.string(accountText.notConfirmed).min(1, accountText.notConfirmed),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: accountText.passwordsDiffer,
    when: ({ value }) => {
      const form = value as { password?: unknown; confirmPassword?: unknown } | null | undefined;
      return typeof form?.password === 'string' && Boolean(form.confirmPassword);
    },
  });

/** Of a new password that keeps the rules and is still easy to guess; only the server can tell. */
export const guessablePassword = [accountText.common, accountText.personal] as const;

/** The caller's own: whoever has only got hold of a session does not know it. */
export const currentPassword = z
  .string(accountText.currentMissing)
  .min(1, accountText.currentMissing)
  .max(1_000, accountText.wrongPassword)
  .describe('your own password');

export const passwordConfirmation = z.object({ current_password: currentPassword });
export const passwordChange = passwordConfirmation.extend({ password });

/** Where an account is signed in. */
export const session = z.object({
  id: z.string(),
  device: z.string().describe('browser and system, as far as they can be told'),
  address: z.string().nullable().describe('the address it was last used from'),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean().describe('whether it is the session of this call'),
});
export type Session = z.infer<typeof session>;

export const newAdministrator = z.object({
  name: required('Name'),
  email: email(),
  password,
  current_password: currentPassword,
});

export const administratorPasswordReset = z.object({ password, current_password: currentPassword });

export const administrator = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  created_at: z.string(),
});
export type Administrator = z.infer<typeof administrator>;
export const administratorAnswer = z.object({ administrator });

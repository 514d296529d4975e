import { z } from 'zod';
import { passwordMinLength } from './limits.ts';

/** spec §5: what stands before the @, a domain, a top-level part of at least 2 letters. */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

const maxText = 200;

function text(label: string, missing: string, max = maxText) {
  return z
    .string({ error: ({ input }) => (input == null ? missing : `${label} must be text`) })
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isStorable, `${label} has a character that cannot be stored`);
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && !/\p{Cs}/u.test(value);
}

export function required(label: string, max?: number) {
  const missing = `${label} is required`;
  return text(label, missing, max).min(1, missing);
}

/** Absent, null and blank all mean the same: nothing was given. */
export function optional(label: string, max?: number) {
  return text(label, '', max)
    .nullish()
    .transform((value) => value || null);
}

export function email(invalid = 'Email is invalid') {
  return required('Email', 254).regex(emailPattern, invalid);
}

/** spec §5, in the order in which the messages are shown. */
const passwordRules = [
  { message: 'Password is required', holds: (value: string) => value !== '' },
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
    error: ({ input }) => (input == null ? 'Password is required' : 'Password must be text'),
  })
  .superRefine((value, context) => {
    const fault = passwordFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** A whole number in a query string; everything but plain digits is refused. */
export function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    z.number(message).int(message).min(min, message).max(max, message),
  );
}

/** The first message of each field, as every form shows it and every 400 answers it. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    if (!messages.has(field)) messages.set(field, issue.message);
  }
  return Object.fromEntries(messages);
}

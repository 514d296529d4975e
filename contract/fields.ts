import { z } from 'zod';

/** spec §5: what stands before the @, a domain, a top-level part of at least 2 letters. */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

const maxText = 200;
const maxFieldMessages = 20;

function text(label: string, missing: string, max = maxText, cleaned = withoutControls) {
  return z
    .string({ error: ({ input }) => (input == null ? missing : `${label} must be text`) })
    .overwrite(cleaned)
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isStorable, `${label} has a character that cannot be stored`);
}

/**
 * Nobody sees or means control characters, and each takes six bytes of an answer. Line breaks and tabs
 * stay, and NUL stays to be refused.
 */
function withoutControls(value: string): string {
  return value.replace(/\p{Cc}/gu, (char) =>
    char < ' ' && !'\0\t\n\r'.includes(char) ? '' : char,
  );
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && !/\p{Cs}/u.test(value);
}

/** Zero-width characters, soft hyphens, fillers and blanks of any kind: nobody sees that they are there. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

export function required(label: string, max?: number) {
  return filled(label, max, withoutControls);
}

/** As `required`, with every character that was sent: for what is refused because of one. */
export function requiredAsSent(label: string, max: number) {
  return filled(label, max, (value) => value);
}

function filled(label: string, max: number | undefined, cleaned: (value: string) => string) {
  const missing = `${label} is required`;
  return text(label, missing, max, cleaned)
    .min(1, missing)
    .refine((value) => !invisible.test(value), missing);
}

/** A text without line breaks, tabs and other control characters. */
export function isOneLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value);
}

/** Absent, null and blank all mean the same: nothing was given. */
export function optional(label: string, max?: number) {
  return text(label, '', max)
    .nullish()
    .transform((value) => value || null);
}

/** As `optional`, for what may be left as it is: only what was given can be cleared. */
export function clearable(label: string, max?: number) {
  return text(label, '', max)
    .nullable()
    .transform((value) => value || null);
}

export function email(invalid = 'Email is invalid') {
  return required('Email', 254).regex(emailPattern, invalid);
}

/** A whole number in a query string; everything but plain digits is refused. */
export function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    z.number(message).int(message).min(min, message).max(max, message),
  );
}

/** The first message of each field, as every form shows it and every 400 answers it: at most 20. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    // A caller may have named it, at any length.
    const field = issue.path.join('.').slice(0, maxText);
    if (!messages.has(field)) messages.set(field, issue.message);
    if (messages.size === maxFieldMessages) break;
  }
  return Object.fromEntries(messages);
}

/** The message that a value is refused with: without a value, that of an empty object. */
export function firstMessage(schema: z.ZodType, value: unknown = {}): string {
  const { error } = schema.safeParse(value);
  const message = error && Object.values(fieldMessages(error))[0];
  if (!message) throw new Error('This schema has nothing to say against what it was given');
  return message;
}

import type { z } from 'zod';
import { firstMessage } from './fields.ts';
import { pageQuery } from './lists.ts';
import { errorText } from './protocol.ts';

/** A 400 with one of these messages. */
export const invalid = (...messages: string[]) => ({ invalid: messages });

/** A 400 with the words of the schema itself: those for an empty call, or for this one. */
export const refused = (schema: z.ZodType, value?: unknown) => invalid(firstMessage(schema, value));

export const badPage = refused(pageQuery, { limit: 0 });

/** Of calls that hash a password: only so many are hashed at once. */
export const busyHashing = { unavailable: [errorText.busy] };

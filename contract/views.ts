import { z } from 'zod';
import { isOneLine, isStorable, required } from './fields.ts';
import { maxViewsPerUser } from './limits.ts';

export const viewText = {
  notFound: 'View not found',
  nothingToChange: 'Send at least one of name, query and shared',
  taken: 'You already have a view of this name',
  tooMany: `You have ${maxViewsPerUser} views. Delete one before you save another.`,
} as const;

const query = z
  .string('query is required')
  .max(2_000, 'This view asks for too much')
  .refine(
    (text) => isStorable(text) && isOneLine(text),
    'This view has a character that cannot be stored',
  );
const shared = z
  .boolean('shared must be true or false')
  .describe('with all partners; administrators only');

/** A list of leads by name: what the address of the list holds. */
export const newView = z.object({
  name: required('Name', 100),
  query,
  shared: shared.default(false),
});
/** What is left out stays as it is. */
export const viewChange = z
  .object({
    name: newView.shape.name.optional(),
    query: query.optional(),
    shared: shared.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: viewText.nothingToChange,
  });
export type ViewChange = z.output<typeof viewChange>;
export const view = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  own: z.boolean().describe('whether the caller may change it'),
});
export type View = z.infer<typeof view>;
export const viewAnswer = z.object({ view });

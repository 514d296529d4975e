import { z } from 'zod';
import { required } from './fields.ts';
import { maxViewsPerUser } from './limits.ts';

export const viewText = {
  notFound: 'View not found',
  taken: 'You already have a view of this name',
  tooMany: `You have ${maxViewsPerUser} views. Delete one before you save another.`,
} as const;

/** A list of leads by name: what the address of the list holds. */
export const newView = z.object({
  name: required('Name', 100),
  query: z.string('query is required').max(2_000, 'This view asks for too much'),
  shared: z.boolean().default(false).describe('with all partners; administrators only'),
});
export const viewChange = newView.partial();
export const view = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  own: z.boolean().describe('whether the caller may change it'),
});
export type View = z.infer<typeof view>;
export const viewAnswer = z.object({ view });

import { z } from 'zod';
import { errorBody } from './http.ts';
import { leadFilter, leadIds } from './lead-queries.ts';
import { leadText } from './lead-text.ts';
import { leadDetails, leadStatus } from './leads.ts';
import { undoSeconds } from './limits.ts';

/** Which leads: by id, or all that a list shows, whose number the caller has seen. */
const ids = leadIds.min(1, leadText.many.whichLeads);

/** As lists take it. Without the deleted leads: a list of those has nothing that this could change. */
const leadFilterOfBulk = z
  .object(leadFilter.shape, 'filter must be an object')
  .refine(({ deleted }) => deleted === undefined, leadText.many.deletedLeads);

/** One change to many leads at once. */
export const bulkChange = z
  .object({
    ids: ids.optional(),
    filter: leadFilterOfBulk.optional(),
    expected: z
      .int('expected must be a whole number')
      .min(0, 'expected must not be negative')
      .optional()
      .describe('how many the filter showed'),
    status: leadStatus.optional(),
    delete: z.literal(true, 'delete must be true, or left out').optional(),
    partner_id: z
      .uuid(leadText.many.unknownPartner)
      .optional()
      .describe('moves them; administrators only'),
    change_id: z
      .uuid('change_id must be a UUID')
      .optional()
      .describe(
        'of your own making: progress is asked for by it, and a repeated call changes nothing twice',
      ),
  })
  .refine(
    ({ ids, filter, expected }) =>
      ids ? !filter && expected === undefined : filter !== undefined && expected !== undefined,
    { error: leadText.many.whichLeads },
  )
  .refine(
    ({ status, delete: gone, partner_id }) =>
      [status, gone, partner_id].filter((change) => change !== undefined).length === 1,
    { error: leadText.many.oneChange },
  );
export type BulkChange = z.output<typeof bulkChange>;

export const bulkResult = z.object({
  count: z.number().int().describe('leads that are different now'),
  undo_id: z.string().describe(`undoes it within ${undoSeconds} seconds`),
});
export type BulkResult = z.infer<typeof bulkResult>;
export const undoResult = z.object({
  count: z.number().int().describe('leads that are as they were before'),
  left: z
    .number()
    .int()
    .describe(
      'leads that were changed since, or have got a note since they were moved: they stay as they are',
    ),
});
export type UndoResult = z.infer<typeof undoResult>;
/** Of a change, or of its undoing, while it is under way. */
export const bulkProgressQuery = z.object({ change_id: z.uuid('change_id must be a UUID') });
export const bulkProgress = z.object({
  done: z.number().int(),
  total: z.number().int().describe('0 while it is not known'),
});
export type BulkProgress = z.infer<typeof bulkProgress>;

/** Answered with 409: what somebody else has made of the lead meanwhile. */
export const leadConflict = errorBody.extend({ lead: leadDetails.optional() });

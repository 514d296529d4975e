import { z } from 'zod';
import { addedFor } from './added-leads.ts';
import { isStorable, optional } from './fields.ts';
import { leadLabels, leadSources } from './leads.ts';
import { maxLeadsByIds, newLeadDays } from './limits.ts';
import { pageQuery, partnerFilter, searchText } from './lists.ts';
import { stageKeys } from './stages.ts';

const maxStatusList = 2_000;
const statusList = (name: string, { fault, more = '' }: { fault: string; more?: string }) =>
  z
    .string(fault)
    .max(maxStatusList, `${name} must be at most ${maxStatusList} characters`)
    .refine(isStorable, 'Status names have a character that cannot be stored')
    .describe(
      `status names, comma-separated, in any case, with spaces or underscores; a comma within a name is written \`\\,\`${more}`,
    );

/** A day counts as a whole (UTC); a moment is exact, so that a browser can ask for days of its own zone. */
export const moment = (name: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: `${name} must be a date such as 2026-11-15`,
  });

const onlyTrue = (name: string) => z.literal('true', `${name} must be true, or left out`);

/** What a list of leads can be narrowed by. */
export const leadFilter = z.object({
  search: searchText,
  partner_id: partnerFilter,
  status_filter: statusList('status_filter', {
    fault: 'status_filter must be text',
    more: `; by what leads read: a new one of more than ${newLeadDays} days reads In Progress`,
  }).optional(),
  import_id: z
    .uuid('import_id must be the id of an import')
    .optional()
    .describe('only the leads that this import has added'),
  from: moment('from')
    .optional()
    .describe('submitted on this day or later, or from this moment on'),
  to: moment('to').optional().describe('submitted on this day or earlier, or before this moment'),
  country: optional(leadLabels.country).describe('in any case'),
  source: z.enum(leadSources, `source must be one of ${leadSources.join(', ')}`).optional(),
  won_from: moment('won_from')
    .optional()
    .describe('live now, and won on this day or later, or from this moment on'),
  won_to: moment('won_to')
    .optional()
    .describe('live now, and won on this day or earlier, or before this moment'),
  reached: z
    .enum(stageKeys, `reached must be one of ${stageKeys.join(', ')}`)
    .optional()
    .describe('came this far on the way to live, or further, whatever became of them'),
  stuck: onlyTrue('stuck')
    .optional()
    .describe('only leads that have stood in their status longer than nine in ten did'),
  unread: onlyTrue('unread').optional().describe('only leads with a note that you have not read'),
  deleted: onlyTrue('deleted')
    .optional()
    .describe('leads deleted in the last 30 days instead of the others; administrators only'),
});
export type LeadFilter = z.output<typeof leadFilter>;

export const leadSorts = ['created_at', 'company_name', 'status'] as const;
export type LeadSort = (typeof leadSorts)[number] | `-${(typeof leadSorts)[number]}`;
export const defaultLeadSort: LeadSort = '-created_at';
const allSorts = leadSorts.flatMap((sort): LeadSort[] => [sort, `-${sort}`]);
export const leadSort = z
  .enum(allSorts, `sort must be one of ${allSorts.join(', ')}`)
  .optional()
  .describe(
    'with - for descending; left out, the newest come first, of deleted leads those deleted last',
  );

export const leadsQuery = pageQuery.extend({ ...leadFilter.shape, sort: leadSort });

export const leadCountQuery = z.object({
  status_group: statusList('status_group', { fault: 'status_group is required' }),
  partner_id: partnerFilter,
});

const exportFormats = ['csv', 'xlsx'] as const;
const exportFormat = z.enum(exportFormats, `format must be one of ${exportFormats.join(', ')}`);
export const exportQuery = leadFilter.extend({ sort: leadSort, format: exportFormat });

const whichIds = 'ids must be ids of leads';
/** Leads that are chosen one by one; whoever takes them says that there must be some. */
export const leadIds = z
  .array(z.uuid(whichIds).toLowerCase(), 'ids must be a list')
  .max(maxLeadsByIds, `At most ${maxLeadsByIds} leads can be chosen one by one`);

/** In the body: an address has no room for so many ids. */
export const exportChosen = z.object({
  ids: leadIds.min(1, whichIds),
  sort: leadSort,
  format: exportFormat,
});

/** Of the caller's own leads; an administrator says whose. */
export const duplicatesQuery = z.object({
  email: optional(leadLabels.email, 254),
  company_name: optional(leadLabels.company_name),
  first_name: optional(leadLabels.first_name),
  last_name: optional(leadLabels.last_name),
  partner_id: addedFor,
});

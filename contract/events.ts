import { z } from 'zod';
import { required } from './fields.ts';
import { leadSources, maxNotes } from './leads.ts';

const nullableText = z.string().nullable();
export const person = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'partner']),
});
export const partnerName = z.object({ id: z.string(), name: z.string() });
/** Only administrators are told which partners a lead was moved between. */
const partner = partnerName.nullable();

const common = {
  id: z.string(),
  at: z.string(),
  by: person
    .nullable()
    .describe('null: the CRM, or somebody of another partner; who has been deleted since is named'),
};

/** What HubSpot has of a lead: a deal of its own, and a contact and a company that leads share. */
const crmObjects = ['deal', 'contact', 'company'] as const;
export type CrmObject = (typeof crmObjects)[number];

/** What happened to a lead; a timeline is these, oldest first. */
export const leadEvent = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('submitted'),
    source: z.enum(leadSources),
    source_name: nullableText,
    source_row: z.number().int().nullable(),
  }),
  z.object({ ...common, kind: z.literal('status'), from: nullableText, to: nullableText }),
  z.object({
    ...common,
    kind: z.literal('corrected'),
    changes: z
      .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
      .describe('by field: what it said, and what it says since'),
  }),
  z.object({ ...common, kind: z.literal('note'), text: z.string() }),
  z.object({ ...common, kind: z.literal('moved'), from: partner, to: partner }),
  z.object({ ...common, kind: z.literal('deleted') }),
  z.object({ ...common, kind: z.literal('restored') }),
  z.object({
    ...common,
    kind: z.literal('crm'),
    object: z.enum(crmObjects).describe('what HubSpot has of the lead'),
    what: z.enum(['linked', 'merged', 'archived', 'returned']).describe('what became of it there'),
  }),
]);
export type LeadEvent = z.infer<typeof leadEvent>;
export type LeadEventKind = LeadEvent['kind'];

export const newNote = z.object({ text: required('Note', maxNotes) });

/** What a stream of changes tells: the kind of thing that changed, never its content. */
export const changeKinds = [
  'leads',
  'companies',
  'partners',
  'imports',
  'tokens',
  'views',
  'crm',
] as const;
export const changed = z.object({ of: z.enum(changeKinds) });
export type ChangeKind = (typeof changeKinds)[number];

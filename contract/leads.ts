import { z } from 'zod';
import {
  clearable,
  email,
  isOneLine,
  isStorable,
  optional,
  required,
  requiredAsSent,
} from './fields.ts';
import { statusKey } from './lead-status.ts';
import { leadText } from './lead-text.ts';
import { maxCustomFieldKey, maxCustomFields, maxCustomFieldValue } from './limits.ts';

export const maxNotes = 5_000;

/** What messages, and the choice of a file's columns, call the fields of a lead. */
export const leadLabels = {
  company_name: 'Company name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  website: 'Website',
  title: 'Title',
  country: 'Country',
} as const;

/** What form, file and API agree on. A field that all three take is added here, and to `lead`. */
const contact = {
  first_name: required(leadLabels.first_name),
  last_name: required(leadLabels.last_name),
  title: optional(leadLabels.title),
  website: optional(leadLabels.website),
  country: optional(leadLabels.country),
};

/** spec §5, Add Lead */
export const newLead = z.object({
  company_name: required(leadLabels.company_name),
  ...contact,
  email: email(),
  phone_number: required(leadLabels.phone_number),
});

const customValueText = `Custom field values must be text of at most ${maxCustomFieldValue} characters, numbers, true, false or null`;
const customValue = z.union(
  [z.string().max(maxCustomFieldValue, customValueText), z.number(), z.boolean(), z.null()],
  customValueText,
);
const customFieldRecord = z
  .record(
    z.string().max(maxCustomFieldKey),
    customValue,
    `Custom field names must be at most ${maxCustomFieldKey} characters`,
  )
  .refine(
    (fields) =>
      Object.entries(fields)
        .flat()
        .every((part) => isStorable(String(part))),
    'Custom fields have a character that cannot be stored',
  );
const customFields = z
  .unknown()
  .refine(isRecord, { error: 'Custom fields must be an object', abort: true })
  // Counted before any value is looked at: a body has room for tens of thousands.
  .refine((fields) => Object.keys(fields ?? {}).length <= maxCustomFields, {
    error: `At most ${maxCustomFields} custom fields are allowed`,
    abort: true,
  })
  .pipe(customFieldRecord);

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** spec §3, external lead API body; company_name, website and title are accepted too. */
export const externalLead = z.object({
  ...contact,
  email: email(leadText.invalidEmail),
  company_name: optional(leadLabels.company_name),
  phone: optional('Phone'),
  address: optional('Address'),
  city: optional('City'),
  state: optional('State'),
  zip: optional('Zip'),
  notes: optional('Notes', maxNotes),
  custom_fields: customFields.nullish().transform((fields) => fields ?? null),
});

/** What whoever adds a lead can say about it; the API calls the phone number `phone`. */
type SentField =
  | keyof z.input<typeof newLead>
  | Exclude<keyof z.input<typeof externalLead>, 'phone'>;

/** What is known of a lead without anybody sending it. */
export const unsentFields = [
  'id',
  'partner_id',
  'partner_name',
  'contact_name',
  'status',
  'created_at',
  'source',
  'source_name',
  'source_row',
  'import_id',
  'status_changed_at',
  'deleted_at',
  'deleted_by_name',
  'unread',
  'version',
] as const;
type UnsentField = (typeof unsentFields)[number];

export const leadStatus = requiredAsSent('Status', 100)
  .refine((status) => statusKey(status) !== '', 'Status is required')
  .refine(isOneLine, 'Status must be one line, without tabs or other control characters');

/** A correction: what is left out stays as it is. A status alone needs no version. */
export const leadChange = z
  .object({
    version: z.number('version must be a number').int().min(1).optional(),
    status: leadStatus.optional(),
    company_name: newLead.shape.company_name.optional(),
    first_name: newLead.shape.first_name.optional(),
    last_name: newLead.shape.last_name.optional(),
    email: newLead.shape.email.optional(),
    phone_number: newLead.shape.phone_number.optional(),
    website: clearable(leadLabels.website).optional(),
    title: clearable(leadLabels.title).optional(),
    country: clearable(leadLabels.country).optional(),
    address: clearable('Address').optional(),
    city: clearable('City').optional(),
    state: clearable('State').optional(),
    zip: clearable('Zip').optional(),
    notes: clearable('Notes', maxNotes).optional(),
    custom_fields: customFields.nullable().optional(),
  } satisfies Record<SentField | 'version' | 'status', z.ZodType>)
  .superRefine(({ version, status, ...fields }, context) => {
    const corrects = Object.keys(fields).length > 0;
    if (!corrects && status === undefined)
      context.addIssue({ code: 'custom', message: leadText.nothingToChange });
    if (corrects && version === undefined)
      context.addIssue({ code: 'custom', path: ['version'], message: leadText.versionMissing });
  });
export type LeadChange = z.output<typeof leadChange>;

const nullableText = z.string().nullable();

/** Where a lead came from. */
export const leadSources = ['form', 'upload', 'api'] as const;

/** Answered where one lead is asked for. In lists, a hundred of the largest would be 15 MB. */
const unlisted = {
  notes: nullableText,
  custom_fields: z.record(z.string(), z.unknown()).nullable(),
  source: z.enum(leadSources),
  source_name: nullableText.describe("the file's or the API token's"),
  source_row: z.number().int().nullable().describe('of the file, as a spreadsheet shows it'),
  import_id: nullableText.describe('of the import whose file brought it'),
  version: z.number().int().describe('grows with each change'),
};

/** As lists answer it. A field that is sent and not answered, or the other way round, does not
 * compile; the columns that are written and read are these (server/leads/lead-row.ts). */
export const lead = z.object({
  id: z.string(),
  partner_id: z.string(),
  partner_name: nullableText.describe('null reads Unknown Partner'),
  company_name: nullableText,
  website: nullableText,
  first_name: nullableText,
  last_name: nullableText,
  contact_name: nullableText.describe('stands in where first and last name are missing'),
  title: nullableText,
  email: nullableText,
  phone_number: nullableText,
  country: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zip: nullableText,
  status: nullableText,
  status_changed_at: z.string().describe('since when it has stood in its status'),
  created_at: z.string(),
  deleted_at: nullableText.describe('set while an administrator can still restore it'),
  deleted_by_name: nullableText.describe('who has deleted it'),
  unread: z.boolean().describe('whether it has a note that you have not read'),
} satisfies Record<Exclude<SentField | UnsentField, keyof typeof unlisted>, z.ZodType>);
export type Lead = z.infer<typeof lead>;

/** A lead with everything that is known of it. */
export const leadDetails = lead.extend(unlisted);
export type LeadDetails = z.infer<typeof leadDetails>;
export const leadAnswer = z.object({ lead: leadDetails });

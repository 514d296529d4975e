import { z } from 'zod';
import { email, isStorable, optional, required } from './fields.ts';
import { errorBody } from './http.ts';
import {
  maxCustomFieldKey,
  maxCustomFields,
  maxCustomFieldValue,
  maxUploadBytes,
} from './limits.ts';
import { pageQuery, partnerFilter, searchText } from './lists.ts';

const maxNotes = 5_000;

/** What form, upload and API agree on about a contact. */
const contact = {
  first_name: required('First name'),
  last_name: required('Last name'),
  title: optional('Title'),
  website: optional('Website'),
  country: optional('Country'),
};

/** spec §5, Add Lead */
export const newLead = z.object({
  company_name: required('Company name'),
  ...contact,
  email: email(),
  phone_number: required('Phone number'),
});

/** spec §3, upload columns: the same fields, with the phone left to choice. */
export const uploadLead = newLead.extend({ phone_number: optional('Phone number') });
export type UploadLead = z.output<typeof uploadLead>;
export const uploadColumns = {
  required: ['company_name', 'first_name', 'last_name', 'email'],
  optional: ['phone_number', 'website', 'title', 'country'],
} as const satisfies Record<string, readonly (keyof UploadLead)[]>;

const customValueText = `Custom field values must be text of at most ${maxCustomFieldValue} characters, numbers, true, false or null`;
const customValue = z.union(
  [z.string().max(maxCustomFieldValue, customValueText), z.number(), z.boolean(), z.null()],
  customValueText,
);
const customFields = z
  .record(z.string().max(maxCustomFieldKey), customValue, {
    error: ({ code }) =>
      code === 'invalid_key'
        ? `Custom field names must be at most ${maxCustomFieldKey} characters`
        : 'Custom fields must be an object',
  })
  .refine(
    (fields) => Object.keys(fields).length <= maxCustomFields,
    `At most ${maxCustomFields} custom fields are allowed`,
  )
  .refine(
    (fields) =>
      Object.entries(fields)
        .flat()
        .every((part) => isStorable(String(part))),
    'Custom fields have a character that cannot be stored',
  );

/** spec §3, external lead API body; company_name, website and title are accepted too. */
export const externalLead = z.object({
  ...contact,
  email: email('Invalid email format'),
  company_name: optional('Company name'),
  phone: optional('Phone'),
  address: optional('Address'),
  city: optional('City'),
  state: optional('State'),
  zip: optional('Zip'),
  notes: optional('Notes', maxNotes),
  custom_fields: customFields.nullish().transform((fields) => fields ?? null),
});

export const leadChange = z.object({ status: required('Status', 100) });

const nullableText = z.string().nullable();
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
  notes: nullableText,
  custom_fields: z.record(z.string(), z.unknown()).nullable(),
  status: nullableText,
  created_at: z.string(),
});
export type Lead = z.infer<typeof lead>;

const statusList = (fault: string) =>
  z
    .string(fault)
    .max(2_000)
    .refine(isStorable, 'Status names have a character that cannot be stored')
    .describe('status names, comma-separated, in any case, with spaces or underscores');

export const leadsQuery = pageQuery.extend({
  search: searchText,
  partner_id: partnerFilter,
  status_filter: statusList('status_filter must be text').optional(),
});
export const leadCountQuery = z.object({
  status_group: statusList('status_group is required'),
  partner_id: partnerFilter,
});

/** One thing wrong in an uploaded file; `row` is the number a spreadsheet program shows. */
export const rowProblem = z.object({
  row: z.number().int(),
  column: nullableText,
  value: nullableText.describe('what the cell holds, cut where it is long'),
  message: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

export const uploadErrorBody = errorBody.extend({
  problems: z.array(rowProblem).optional(),
  problem_count: z.number().int().optional(),
});

export const leadNotFound = 'Lead not found';

/** The answers of the upload that do not depend on a row (spec §5, §8). */
export const uploadText = {
  noFile: 'Please select a file to upload',
  invalidFile: 'Please upload a valid CSV or Excel file',
  oneFile: 'Please upload one file at a time',
  tooLarge: `The file is larger than ${maxUploadBytes / 1024 / 1024} MB`,
  cutOff: 'The upload was cut off before the whole file arrived',
  anotherUpload: 'Another upload of yours is still being processed. Please wait for it to finish.',
  busy: 'Many files are being processed right now. Please try again in a moment.',
  noRows: 'The file has no leads: add at least one row below the header row',
} as const;

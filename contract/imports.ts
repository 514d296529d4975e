import { z } from 'zod';
import { addedFor } from './added-leads.ts';
import { optional } from './fields.ts';
import { errorBody, success } from './http.ts';
import { leadLabels, newLead } from './leads.ts';
import { pageQuery, partnerFilter } from './lists.ts';

/** What macOS and Windows leave in folders (spec §5); nobody means to upload it. */
const desktopFiles = /^(\.ds_store|thumbs\.db|desktop\.ini|\._.*)$/i;
export const isLeftByDesktop = (name: string) => desktopFiles.test(name);

/** spec §3, upload columns: the same fields, with the phone left to choice. */
export const uploadLead = newLead.extend({ phone_number: optional(leadLabels.phone_number) });
export type UploadLead = z.output<typeof uploadLead>;

/**
 * In the order of the sample file. The type refuses a field that is missing here, and one that is
 * called optional though a lead needs it, or the other way round.
 */
const columnNeeds: {
  [Field in keyof UploadLead]: null extends UploadLead[Field] ? 'optional' : 'required';
} = {
  company_name: 'required',
  first_name: 'required',
  last_name: 'required',
  email: 'required',
  phone_number: 'optional',
  website: 'optional',
  title: 'optional',
  country: 'optional',
};
const columnNames = Object.keys(columnNeeds) as (keyof UploadLead)[];
export const uploadColumns = {
  required: columnNames.filter((name) => columnNeeds[name] === 'required'),
  optional: columnNames.filter((name) => columnNeeds[name] === 'optional'),
};

/** What a column of a file can be read as: a field of a lead, or a full name that is split in two. */
export const importFields = [...columnNames, 'full_name'] as const;
export type ImportField = (typeof importFields)[number];
const importField = z.enum(importFields);

/** Which column of the file is read as which field; columns that are not named are ignored. */
export type ColumnChoice = { index: number; field: ImportField }[];

const columnsText =
  'columns must name each column and each field once, such as 0:company_name,3:email';

/** `0:company_name,3:email` */
const columnChoice = z
  .string(columnsText)
  .max(2_000, columnsText)
  .transform((text, context): ColumnChoice => {
    const choice = text.split(',').map((part) => {
      const [, index, field] = /^(\d{1,5}):(\w+)$/.exec(part) ?? [];
      return { index: Number(index), field: importField.safeParse(field).data };
    });
    const complete = choice.filter(
      (entry): entry is ColumnChoice[number] => entry.field !== undefined,
    );
    const once =
      new Set(complete.map(({ index }) => index)).size === choice.length &&
      new Set(complete.map(({ field }) => field)).size === choice.length;
    if (!once) context.addIssue({ code: 'custom', message: columnsText });
    return complete;
  })
  .optional()
  .describe('which column is read as which field, where its name does not say it');

const firstRow = z
  .enum(['names', 'lead'], 'first_row must be names or lead')
  .default('names')
  .describe('lead: the file has no row of column names, so that `columns` says which is which');

const uploadIdText = 'upload_id must be a UUID';
const uploadId = z
  .uuid(uploadIdText)
  .optional()
  .describe('chosen by the caller: the same one again stores nothing twice, and asks for progress');

export const checkQuery = z.object({
  columns: columnChoice,
  first_row: firstRow,
  upload_id: uploadId,
  partner_id: addedFor,
});
export const uploadQuery = checkQuery.extend({
  rows: z
    .enum(['all', 'valid'], 'rows must be all or valid')
    .default('all')
    .describe('all: a row that is wrong keeps every row out; valid: the wrong ones stay behind'),
  duplicates: z
    .enum(['import', 'skip'], 'duplicates must be import or skip')
    .default('import')
    .describe('skip: leaves out what repeats within the file and what is there already'),
  other_partners: z
    .enum(['import', 'skip'], 'other_partners must be import or skip')
    .default('import')
    .describe('skip: leaves out rows of an export that name another partner (administrators)'),
});
export type UploadQuery = z.output<typeof uploadQuery>;
export const reportQuery = checkQuery.extend({
  rows: z
    .enum(['all', 'bad'], 'rows must be all or bad')
    .default('all')
    .describe('all: every row of the file; bad: only those that are wrong'),
});
export const progressQuery = z.object({ upload_id: z.uuid(uploadIdText) });

const nullableText = z.string().nullable();
const count = z.number().int();

/** One thing wrong in an uploaded file; `row` is the number a spreadsheet program shows. */
export const rowProblem = z.object({
  row: count,
  column: nullableText,
  value: nullableText.describe('what the cell holds, cut where it is long'),
  message: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

export const uploadErrorBody = errorBody.extend({
  problems: z.array(rowProblem).optional(),
  problem_count: count.optional(),
});

/** A row that repeats another of the file, or a lead that is there already. */
export const duplicate = z.object({
  row: count,
  of: z
    .enum(['file', 'leads', 'others'])
    .describe('leads: of whose the rows become; others: of another partner, for administrators'),
  by: z
    .enum(['email', 'company and contact', 'id'])
    .describe('id: the row was exported from the portal, and its lead is there'),
  value: z.string().describe('the email, or the company and the contact'),
  same_as_row: count.nullable().describe('the first row of the file with the same'),
});
export type Duplicate = z.infer<typeof duplicate>;

/** What the server found in a file; nothing of it is stored. */
export const fileCheck = z.object({
  format: z.enum(['csv', 'xls', 'xlsx']),
  encoding: nullableText.describe('of a text file'),
  delimiter: nullableText.describe('of a text file'),
  sheet: nullableText.describe('of a workbook'),
  header_row: count.describe('0 where the first row is a lead'),
  columns: z.array(
    z.object({
      index: count,
      title: z.string(),
      field: importField.nullable(),
      proposed: importField
        .nullable()
        .describe(
          'what its values look like where its name says nothing or something else: read only once chosen',
        ),
      compared: z
        .literal(true)
        .optional()
        .describe('of an export: no field, but read to know the leads that are there already'),
    }),
  ),
  columns_by: z
    .enum(['names', 'memory', 'choice'])
    .describe('what decided: the names, the last answer for these names, or `columns`'),
  missing: z
    .array(z.string())
    .describe('required fields that no column is read as: rows are not checked until all are'),
  rows: count.describe('filled rows below the header row'),
  first_rows: z.array(
    z.object({
      row: count,
      cells: z.array(z.string()).describe('as the file has them, in the order of `columns`'),
      lead: z.partialRecord(z.enum(columnNames), nullableText).describe('as they will be read'),
    }),
  ),
  valid_rows: count,
  bad_rows: count,
  problems: z.array(rowProblem),
  problem_count: count,
  readable: z.boolean().describe('false: a row makes all that follow unreadable'),
  duplicate_rows: count.describe('valid rows that `duplicates=skip` would leave out'),
  duplicates: z.array(duplicate),
  other_partner_rows: count.describe('valid rows that `other_partners=skip` would leave out'),
  other_partners: z
    .array(z.object({ name: z.string(), rows: count }))
    .describe('whom they name, the first of them'),
});
export type FileCheck = z.infer<typeof fileCheck>;

export const uploadResult = success.extend({
  count: count.describe('leads that were stored'),
  skipped: count.describe('duplicates, and rows of other partners, that were left out'),
  failed: count.describe('rows that were wrong and stay behind'),
  import_id: z.string(),
});
export type UploadResult = z.infer<typeof uploadResult>;

export const uploadProgress = z.object({
  step: z.enum(['waiting', 'checking', 'storing']),
  percent: z.number().int(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

export const importsQuery = pageQuery.extend({ partner_id: partnerFilter });
export const importRecord = z.object({
  id: z.string(),
  user_id: z.string().describe('who uploaded it'),
  user_name: nullableText,
  partner_id: z.string().describe('whose leads they became'),
  for_partner: nullableText.describe(
    'whose leads they became, where an administrator uploaded them for a partner',
  ),
  file_name: z.string(),
  created_at: z.string(),
  stored: count,
  skipped: count,
  failed: count,
  undone_at: nullableText,
  can_undo: z.boolean().describe('its leads are all there and unchanged'),
});
export type ImportRecord = z.infer<typeof importRecord>;

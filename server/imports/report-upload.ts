import { stat } from 'node:fs/promises';
import { importText } from '#contract/import-text.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import {
  readUploadedFile,
  refuseBadRows,
  refuseUnknownColumns,
  type UploadedFile,
} from './uploaded-file.ts';

/** Writes the rows with what is wrong in each to the report's path: CSV for CSV, XLSX for a workbook. */
export async function reportUpload(
  upload: UploadedFile,
  report: { path: string; badOnly: boolean },
): Promise<{ format: 'csv' | 'xlsx' }> {
  const file = await readUploadedFile(upload, { report });
  await file.discard();
  refuseUnknownColumns(file);
  // What follows a row that cannot be read would be missing from the report without a word.
  if (!file.readable) refuseBadRows(file);
  // One that is given out can be uploaded again once it is corrected.
  if ((await stat(report.path)).size > maxUploadBytes) {
    throw new AppError('too_large', importText.reportTooLarge);
  }
  return { format: file.facts.format === 'csv' ? 'csv' : 'xlsx' };
}

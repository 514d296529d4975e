import type { Duplicate, FileCheck } from '#contract/imports.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import { boundedCheck } from './answer-bounds.ts';
import { columnsToRemember } from './columns.ts';
import { rememberColumns } from './imports.queries.ts';
import { sortOutRows } from './known-leads.ts';
import { type ReadFile, readUploadedFile, type UploadedFile } from './uploaded-file.ts';

/** How much of a check is reading; the rest is searching for what the sender already has. */
const readingShare = 0.7;

/** What a file holds and what is wrong in it; which column is which is remembered once answered. */
export async function checkUpload(upload: UploadedFile): Promise<FileCheck> {
  const { reportProgress } = upload;
  const reading: UploadedFile = {
    ...upload,
    reportProgress: (step, part) => reportProgress(step, part * readingShare),
  };
  const file = await readUploadedFile(reading, 'check');
  try {
    await rememberChosenColumns(upload, file);
    const sorted = await sortOutRows(upload, file, (part) =>
      reportProgress('checking', readingShare + part * (1 - readingShare)),
    );
    return boundedCheck({
      ...file.facts,
      header_row: file.headerRow,
      columns: shownColumns(upload, file),
      columns_by: file.columns.by,
      missing: file.columns.missing,
      rows: file.rows,
      first_rows: file.firstRows,
      valid_rows: file.validRows,
      bad_rows: file.badRows,
      problems: file.problems,
      problem_count: file.problemCount,
      readable: file.readable,
      duplicate_rows: file.repeatCount + sorted.known.size,
      duplicates: firstDuplicates([...file.repeats, ...sorted.first]),
      other_partner_rows: sorted.others.size,
      other_partners: [...sorted.named].map(([name, rows]) => ({ name, rows })),
    });
  } finally {
    await file.discard();
  }
}

/** With what an export is compared by, so that nobody takes it for lost. */
function shownColumns({ sentBy }: UploadedFile, { columns }: ReadFile): FileCheck['columns'] {
  const { id, partner } = columns.exported ?? {};
  const compared = new Set([id, sentBy.role === 'admin' ? partner : undefined]);
  return columns.columns.map((column) =>
    compared.has(column.index) ? { ...column, compared: true } : column,
  );
}

async function rememberChosenColumns(
  { db, sentBy, columns: chosen, clock }: UploadedFile,
  { columns }: ReadFile,
): Promise<void> {
  // Two files without names have nothing in common by which the second could be known.
  if (!chosen || columns.key === '' || columns.missing.length > 0) return;
  await rememberColumns(db, sentBy.id, columns.key, columnsToRemember(columns.columns), clock());
}

function firstDuplicates(duplicates: Duplicate[]): Duplicate[] {
  return duplicates.sort((a, b) => a.row - b.row).slice(0, maxReportedProblems);
}

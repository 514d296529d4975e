import { importText, notStoredText } from '#contract/import-text.ts';
import type { ColumnChoice, RowProblem } from '#contract/imports.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { countAdded } from '#server/http/rate-limits.ts';
import { foldText } from '#server/lib/text-keys.ts';
import type { Reader } from '#server/lib/whose.ts';
import { boundedProblems } from './answer-bounds.ts';
import { isBlocked } from './check-rows.ts';
import { missingColumn } from './columns.ts';
import {
  markCheckCounted,
  readColumnMemory,
  readOwnerName,
  takeCheckCounted,
} from './imports.queries.ts';
import { type CheckedLeadFile, checkLeadFile } from './lead-file.ts';
import { withReader } from './limiters.ts';
import type { ReportProgress } from './progress.ts';

/** A file that has arrived, who sent it and how it is to be read. */
export type UploadedFile = {
  db: Database;
  /** Whose the leads become. */
  partnerId: string;
  /** Who sent it: an administrator adds for partners, too. */
  sentBy: Reader & { requestId: string };
  path: string;
  fileName: string;
  sha256: Buffer;
  columns: ColumnChoice | undefined;
  /** It has no row of column names. */
  isFirstRowLead?: boolean;
  /** Aborts when the sender is gone. */
  signal: AbortSignal;
  /** How many rows its sender may have read in a day. */
  rowLimit: RateLimit;
  clock: () => Date;
  reportProgress: ReportProgress;
};
/** A file whose rows were all read, with its valid rows at hand. */
export type ReadFile = Extract<CheckedLeadFile, { outcome: 'checked' }>;

type Purpose = 'check' | 'store' | { report: { path: string; badOnly: boolean } };

/** Reads and checks every row; whoever calls has to discard what was read. */
export async function readUploadedFile(upload: UploadedFile, purpose: Purpose): Promise<ReadFile> {
  const { db, sentBy, path, columns, isFirstRowLead, signal, reportProgress } = upload;
  const memory = columns || isFirstRowLead ? {} : await readColumnMemory(db, sentBy.id);
  const onProgress = (part: number) => reportProgress('checking', part);
  const owner = await comparedOwner(upload);
  const report = typeof purpose === 'object' ? purpose.report : undefined;
  const options = { choice: columns, memory, isFirstRowLead, owner, report, signal, onProgress };
  const file = await withReader(sentBy.id, () => checkLeadFile(path, options), signal);
  if (file.outcome === 'refused') {
    throw new AppError('invalid', file.message, { cause: file.cause });
  }
  try {
    await countRows(upload, file.rows, purpose !== 'store');
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** The checks of a file and one upload of it count once: the upload uses up what its check has counted. */
async function countRows(
  { db, sentBy, sha256, rowLimit }: UploadedFile,
  rows: number,
  isCheck: boolean,
): Promise<void> {
  const checked = { userId: sentBy.id, sha256 };
  await db.transaction(async (tx) => {
    const isNew = isCheck
      ? await markCheckCounted(tx, checked, rowLimit.seconds)
      : !(await takeCheckCounted(tx, checked));
    if (!isNew) return;
    await countAdded(tx, sentBy.id, rows, rowLimit, ({ max }, seconds) =>
      rows > max ? importText.moreThanDailyRows(max) : importText.dailyRows(max, seconds),
    );
  });
}

/** Only administrators add for others, and only their exports say whose each lead is. */
async function comparedOwner({ db, partnerId, sentBy }: UploadedFile): Promise<string | undefined> {
  return sentBy.role === 'admin' ? foldText(await readOwnerName(db, partnerId)) : undefined;
}

/** Nothing can be read from a file whose columns are not known. */
export function refuseUnknownColumns({ headerRow, columns }: ReadFile): void {
  if (!isBlocked(columns)) return;
  if (headerRow === 0) throw new AppError('invalid', importText.columnsUnsaid);
  if (columns.mapped.length === 0) throw new AppError('invalid', importText.noHeader);
  const missing = columns.missing.map((name) => missingColumn(headerRow, name));
  refuse([...columns.problems, ...missing]);
}

export function refuseBadRows({ problems, problemCount }: ReadFile): never {
  refuse(problems, problemCount);
}

function refuse(problems: RowProblem[], count = problems.length): never {
  throw new AppError('invalid', notStoredText(problems[0], count), {
    details: { problems: boundedProblems(problems), problem_count: count },
  });
}

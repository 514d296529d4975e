import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { RowProblem, UploadLead } from '#contract/imports.ts';
import {
  type ColumnChoice,
  type Duplicate,
  type FileCheck,
  importText,
  type UploadResult,
} from '#contract/imports.ts';
import { maxReportedProblems, maxUploadBytes } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { duplicateKeys, type LeadRow, leadRow } from '#server/leads/lead-row.ts';
import { copyLeads, findSameLeads } from '#server/leads/leads.ts';
import { bytesOf } from '#server/lib/file-bytes.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { isBlocked } from './check-rows.ts';
import { missingColumn, rememberable } from './columns.ts';
import {
  claimImports,
  findImport,
  findRecentImport,
  finishImport,
  insertImport,
  readColumnMemory,
  rememberColumns,
  type StoredImport,
} from './imports.queries.ts';
import { type CheckedLeadFile, checkLeadFile } from './lead-file.ts';
import { anotherUpload, withPartnerSlot } from './limiters.ts';
import type { TellProgress } from './progress.ts';
import { refusalText } from './refusal.ts';
import { sharedValue } from './repeats.ts';
import type { ValidRow } from './valid-rows.ts';

/** A file that has arrived, and who sent it. */
export type Sent = {
  db: Database;
  partnerId: string;
  path: string;
  fileName: string;
  columns: ColumnChoice | undefined;
  signal: AbortSignal;
  clock: () => Date;
  tell: TellProgress;
};
export type UploadChoices = { rows: 'all' | 'valid'; duplicates: 'import' | 'skip' };
type ReadFile = Extract<CheckedLeadFile, { outcome: 'checked' }>;

/** A second click comes within moments; who means to add a file once more comes later. */
const sameAgainSeconds = 60;

/** How much of a check is reading; the rest is looking for what the sender already has. */
const readingShare = 0.7;

async function readFile(sent: Sent, report?: { path: string; badOnly: boolean }) {
  const { db, partnerId, path, columns, signal, tell } = sent;
  const memory = columns ? {} : await readColumnMemory(db, partnerId);
  const onProgress = (part: number) => tell('checking', part);
  const options = { choice: columns, memory, report, signal, onProgress };
  const file = await withPartnerSlot(partnerId, () => checkLeadFile(path, options));
  if (file.outcome === 'refused') {
    throw new AppError('invalid', file.message, { cause: file.cause });
  }
  return file;
}

/** What a file holds and what is wrong in it; the answer to which column is which is remembered. */
export async function checkUpload(sent: Sent): Promise<FileCheck> {
  const { tell } = sent;
  const file = await readFile({ ...sent, tell: (step, part) => tell(step, part * readingShare) });
  try {
    const { columns: read } = file;
    if (sent.columns && read.missing.length === 0) {
      const chosen = rememberable(read.columns);
      await rememberColumns(sent.db, sent.partnerId, read.key, chosen, sent.clock());
    }
    const known = await knownLeads(sent, file, (part) =>
      tell('checking', readingShare + part * (1 - readingShare)),
    );
    return {
      ...file.facts,
      header_row: file.headerRow,
      columns: read.columns,
      columns_by: read.by,
      missing: read.missing,
      rows: file.rows,
      first_rows: file.firstRows,
      valid_rows: file.validRows,
      bad_rows: file.badRows,
      problems: file.problems,
      problem_count: file.problemCount,
      readable: file.readable,
      duplicate_rows: file.repeatCount + known.size,
      duplicates: listed([...file.repeats, ...known.first]),
    };
  } finally {
    await file.discard();
  }
}

function listed(duplicates: Duplicate[]): Duplicate[] {
  return duplicates.sort((a, b) => a.row - b.row).slice(0, maxReportedProblems);
}

/** Writes the rows with what is wrong in each to the report's path: CSV for CSV, XLSX for a workbook. */
export async function reportUpload(
  sent: Sent,
  report: { path: string; badOnly: boolean },
): Promise<{ format: 'csv' | 'xlsx' }> {
  const file = await readFile(sent, report);
  await file.discard();
  refuseColumns(file);
  // What follows a row that cannot be read would be missing from the report without a word.
  if (!file.readable) refuseRows(file);
  // One that is given out can be uploaded again once it is corrected.
  if ((await stat(report.path)).size > maxUploadBytes) {
    throw new AppError('too_large', importText.reportTooLarge);
  }
  return { format: file.facts.format === 'csv' ? 'csv' : 'xlsx' };
}

/** All rows of the file or, with a report of each bad row, none; unless the sender chose otherwise. */
export async function uploadLeads(
  sent: Sent,
  choices: UploadChoices & { uploadId?: string | undefined },
  mayStore: () => Promise<void>,
): Promise<UploadResult> {
  const { partnerId } = sent;
  const fingerprint = await fingerprintOf(sent, choices);
  const earlier = await sameUpload(sent, choices.uploadId, fingerprint);
  if (earlier) return resultOf(earlier);
  const file = await readFile(sent);
  try {
    refuseColumns(file);
    const isPartWanted = choices.rows === 'valid' && file.readable && file.validRows > 0;
    if (file.problemCount > 0 && !isPartWanted) refuseRows(file);
    // The file may have been long in coming and in reading: whoever sent it may be gone.
    await mayStore();
    const id = choices.uploadId ?? uuidv7();
    const record = { id, partnerId, fileName: sent.fileName, fingerprint, now: sent.clock() };
    return resultOf(await store(sent, file, record, choices));
  } finally {
    await file.discard();
  }
}

function resultOf(done: StoredImport | undefined): UploadResult {
  if (!done) throw new Error('An import was stored but not found');
  const { id, stored, skipped, failed } = done;
  return { success: true, count: stored, skipped, failed, import_id: id };
}

async function fingerprintOf(sent: Sent, { rows, duplicates }: UploadChoices): Promise<Buffer> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ rows, duplicates, columns: sent.columns ?? null }));
  for await (const bytes of bytesOf(sent.path)) {
    sent.signal.throwIfAborted();
    hash.update(bytes);
  }
  return hash.digest();
}

/** The import this upload repeats: by its own id at any time, without one by its bytes for a while. */
async function sameUpload(
  { db, partnerId, clock }: Pick<Sent, 'partnerId' | 'clock'> & { db: Db },
  uploadId: string | undefined,
  fingerprint: Buffer,
): Promise<StoredImport | undefined> {
  if (!uploadId) {
    const since = new Date(clock().getTime() - sameAgainSeconds * 1000);
    return findRecentImport(db, partnerId, fingerprint, since);
  }
  const found = await findImport(db, uploadId);
  if (!found) return undefined;
  const same = found.partner_id === partnerId && found.fingerprint.equals(fingerprint);
  if (!same) throw new AppError('conflict', importText.otherFile);
  if (found.undone) throw new AppError('conflict', importText.undone);
  return found;
}

/** Nothing can be read from a file whose columns are not known. */
function refuseColumns({ headerRow, columns }: ReadFile): void {
  if (!isBlocked(columns)) return;
  if (columns.mapped.length === 0) throw new AppError('invalid', refusalText.noHeader);
  const missing = columns.missing.map((name) => missingColumn(headerRow, name));
  refuse([...columns.problems, ...missing]);
}

function refuseRows({ problems, problemCount }: ReadFile): never {
  refuse(problems, problemCount);
}

function refuse(problems: RowProblem[], count = problems.length): never {
  throw new AppError('invalid', problemSentence(problems, count), {
    details: { problems, problem_count: count },
  });
}

function problemSentence([first]: RowProblem[], count: number): string {
  const place = first ? ` in row ${first.row}${first.column ? `, ${first.column}` : ''}` : '';
  const found =
    count === 1 ? `1 problem was found${place}` : `${count} problems were found, the first${place}`;
  return `No leads were stored. ${found}: ${first?.message ?? ''}`;
}

async function store(
  sent: Sent,
  file: ReadFile,
  record: Parameters<typeof insertImport>[1],
  { duplicates, uploadId }: UploadChoices & { uploadId?: string | undefined },
): Promise<StoredImport | undefined> {
  const { partnerId, tell } = sent;
  return sent.db.transaction(async (tx) => {
    if (!(await claimImports(tx, partnerId))) throw anotherUpload();
    // Another process may have stored the same since we looked.
    const earlier = await sameUpload({ ...sent, db: tx }, uploadId, record.fingerprint);
    if (earlier) return earlier;
    if (!(await insertImport(tx, record))) throw new AppError('conflict', importText.otherFile);
    const known = duplicates === 'skip' ? await knownLeads({ ...sent, db: tx }, file) : undefined;
    const createdAt = record.now.toISOString();
    let stored = 0;
    async function* rows(): AsyncGenerator<LeadRow[]> {
      for await (const batch of file.leads()) {
        sent.signal.throwIfAborted();
        const wanted = known ? batch.filter((row) => !row.repeats && !known.has(row.row)) : batch;
        yield wanted.map(({ lead }) => leadRow(lead, partnerId, 'upload', createdAt, record.id));
        stored += wanted.length;
        tell('storing', stored / file.validRows);
      }
    }
    await copyLeads(tx, rows());
    const skipped = file.validRows - stored;
    return finishImport(tx, record.id, { stored, skipped, failed: file.badRows });
  });
}

/** Which rows the sender already has among their leads; another partner's are never looked at. */
async function knownLeads(
  { db, partnerId, signal }: Pick<Sent, 'partnerId' | 'signal'> & { db: Db },
  file: ReadFile,
  onProgress: (part: number) => void = () => {},
) {
  const rows = new Set<number>();
  const first: Duplicate[] = [];
  let looked = 0;
  for await (const batch of file.leads()) {
    signal.throwIfAborted();
    looked += batch.length;
    onProgress(looked / file.validRows);
    const fresh = batch.filter(({ repeats }) => !repeats);
    for (const { row, lead, by } of await sameLeads(db, partnerId, fresh)) {
      rows.add(row);
      if (first.length >= maxReportedProblems) continue;
      first.push({ row, of: 'leads', by, value: sharedValue(lead, by), same_as_row: null });
    }
  }
  return { size: rows.size, has: (row: number) => rows.has(row), first };
}

async function sameLeads(db: Db, partnerId: string, rows: ValidRow[]) {
  const found = await findSameLeads(
    db,
    partnerId,
    rows.map(({ lead }) => duplicateKeys(lead)),
  );
  return found.flatMap(({ position, by }) => {
    const match = rows[position - 1];
    return match ? [{ row: match.row, lead: match.lead as UploadLead, by }] : [];
  });
}

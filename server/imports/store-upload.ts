import { createHash } from 'node:crypto';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { importText } from '#contract/import-text.ts';
import type { UploadQuery, UploadResult } from '#contract/imports.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { recordSubmissions } from '#server/events/events.ts';
import { type LeadRow, leadRow } from '#server/leads/lead-row.ts';
import { copyLeads } from '#server/leads/leads.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import {
  claimImports,
  findImport,
  findRecentImport,
  finishImport,
  insertImport,
  type StoredImport,
} from './imports.queries.ts';
import { type SortedOut, sortOutRows } from './known-leads.ts';
import { anotherUpload, withStoring } from './limiters.ts';
import {
  type ReadFile,
  readUploadedFile,
  refuseBadRows,
  refuseUnknownColumns,
  type UploadedFile,
} from './uploaded-file.ts';
import type { ValidRow } from './valid-rows.ts';

/** What a call chooses of how its file is stored; the columns are chosen where it is read. */
export type StoreChoices = Omit<UploadQuery, 'columns' | 'first_row' | 'partner_id'>;
type NewImport = Parameters<typeof insertImport>[1];

/** A second click comes within moments; who means to add a file once more comes later. */
const sameAgainSeconds = 60;

/** All rows of the file or, with a report of each bad row, none; unless the sender chose otherwise. */
export async function storeUpload(
  upload: UploadedFile,
  choices: StoreChoices,
  mayStore: () => Promise<void>,
): Promise<UploadResult> {
  const { partnerId, fileName, clock } = upload;
  const fingerprint = fingerprintOf(upload, choices);
  const earlier = await findSameUpload(upload, choices.upload_id, fingerprint);
  if (earlier) return resultOf(earlier);
  const file = await readUploadedFile(upload, 'store');
  try {
    refuseUnknownColumns(file);
    const isPartWanted = choices.rows === 'valid' && file.readable && file.validRows > 0;
    if (file.problemCount > 0 && !isPartWanted) refuseBadRows(file);
    const store = async () => {
      // The file may have been long in coming and in reading: whoever sent it may be gone.
      await mayStore();
      const id = choices.upload_id ?? uuidv7();
      const sentBy = upload.sentBy.id;
      const record = { id, partnerId, sentBy, fileName, fingerprint, now: clock() };
      return storeRows(upload, file, record, choices);
    };
    return resultOf(await withStoring(upload.sentBy.id, store, upload.signal));
  } finally {
    await file.discard();
  }
}

function resultOf(stored: StoredImport | undefined): UploadResult {
  if (!stored) throw new Error('An import was stored but not found');
  const { id, stored: count, skipped, failed } = stored;
  return { success: true, count, skipped, failed, import_id: id };
}

/** Which upload it is, and for whom, is compared beside the fingerprint. */
type FingerprintedChoice = Exclude<keyof UploadQuery, 'upload_id' | 'partner_id'>;

/**
 * The same for the same bytes with the same choices, in every release: a choice that came later is left
 * out where it is not made.
 */
function fingerprintOf(
  { columns, isFirstRowLead, sha256 }: UploadedFile,
  { rows, duplicates, other_partners }: StoreChoices,
): Buffer {
  const chosen = {
    rows,
    duplicates,
    columns: columns ?? null,
    first_row: isFirstRowLead ? 'lead' : undefined,
    other_partners: other_partners === 'skip' ? 'skip' : undefined,
  } satisfies Record<FingerprintedChoice, unknown>;
  return createHash('sha256').update(JSON.stringify(chosen)).update(sha256).digest();
}

/** The import this upload repeats: by its own id at any time, without one by its bytes for a while. */
async function findSameUpload(
  { db, partnerId, clock }: Pick<UploadedFile, 'partnerId' | 'clock'> & { db: Db },
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

async function storeRows(
  upload: UploadedFile,
  file: ReadFile,
  record: NewImport,
  choices: StoreChoices,
): Promise<StoredImport | undefined> {
  return upload.db.transaction(async (tx) => {
    if (!(await claimImports(tx, upload.partnerId))) throw anotherUpload();
    // Another process may have stored the same since we asked.
    const search = { ...upload, db: tx };
    const earlier = await findSameUpload(search, choices.upload_id, record.fingerprint);
    if (earlier) return earlier;
    if (!(await insertImport(tx, record))) throw new AppError('conflict', importText.otherFile);
    // All of them before the first row is copied: a COPY keeps its connection to itself.
    const isWanted = await wantedRows(search, file, choices);
    let stored = 0;
    const rows = leadRows(upload, file, record, isWanted);
    await copyLeads(
      tx,
      counted(rows, (count) => {
        stored += count;
        upload.reportProgress('storing', stored / file.validRows);
      }),
    );
    const { sentBy, partnerId, clock } = upload;
    if (sentBy.id !== partnerId)
      await recordSubmissions(tx, record.id, { by: sentBy.id, requestId: sentBy.requestId, clock });
    const skipped = file.validRows - stored;
    return finishImport(tx, record.id, { stored, skipped, failed: file.badRows });
  });
}

type IsWanted = (row: ValidRow) => boolean;

/** What of the valid rows becomes leads: all of them, or what the sender did not leave out. */
async function wantedRows(
  search: Parameters<typeof sortOutRows>[0],
  file: ReadFile,
  { duplicates, other_partners }: StoreChoices,
): Promise<IsWanted> {
  if (duplicates === 'import' && other_partners === 'import') return () => true;
  const { known, others }: SortedOut = await sortOutRows(search, file);
  return ({ row, repeats }) =>
    repeats || known.has(row)
      ? duplicates === 'import'
      : !(other_partners === 'skip' && others.has(row));
}

/** Made and written in a millisecond: a call takes several turns of this process, and meets one in each. */
const rowsOfOneTurn = 50;
/** Storing the rows of a turn keeps the database busy for about six. */
const restMilliseconds = 12;
/** Of a file: whoever has sent it waits too, and a proxy may not wait for ever. */
const mostRestMilliseconds = 30_000;

/** Whoever waits for a screen comes first: while somebody does, the database is left alone for a moment. */
export function restAfterTurn(isAsked: boolean, rested: number): number {
  return isAsked && rested < mostRestMilliseconds ? restMilliseconds : 0;
}

function createRests(db: Database): () => Promise<void> {
  let rested = 0;
  return async () => {
    const rest = restAfterTurn(db.isAsked(), rested);
    rested += rest;
    if (rest > 0) await pause(rest);
    else await setImmediate();
  };
}

/** The wanted ones of the valid rows, as leads. */
async function* leadRows(
  { db, signal, partnerId }: UploadedFile,
  file: ReadFile,
  { id, now }: NewImport,
  isWanted: IsWanted,
): AsyncGenerator<LeadRow[]> {
  const createdAt = now.toISOString();
  const origin = { source: 'upload', importId: id } as const;
  const rest = createRests(db);
  for await (const batch of file.leads()) {
    signal.throwIfAborted();
    const wanted = batch.filter(isWanted);
    for (let at = 0; at < wanted.length; at += rowsOfOneTurn) {
      const rows = wanted.slice(at, at + rowsOfOneTurn);
      yield rows.map(({ row, lead }) => leadRow(lead, partnerId, origin, createdAt, row));
      await rest();
    }
  }
}

async function* counted<T>(
  batches: AsyncIterable<T[]>,
  onBatch: (count: number) => void,
): AsyncGenerator<T[]> {
  for await (const batch of batches) {
    yield batch;
    onBatch(batch.length);
  }
}

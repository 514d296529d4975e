import type { Writable } from 'node:stream';
import { exportText } from '#contract/export-text.ts';
import type { LeadFilter, LeadSort } from '#contract/lead-queries.ts';
import { newLeadsSince } from '#contract/lead-status.ts';
import { leadText } from '#contract/lead-text.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { readInBatches } from '#server/db/cursor.queries.ts';
import type { Database } from '#server/db/database.ts';
import { createLongWork } from '#server/db/long-work.ts';
import { createTurns } from '#server/lib/turns.ts';
import type { Whose } from '#server/lib/whose.ts';
import { maxSheetRows } from '#server/spreadsheets/rows.ts';
import { csvInto } from '#server/spreadsheets/write/csv-table.ts';
import type { Table } from '#server/spreadsheets/write/table.ts';
import { xlsxInto } from '#server/spreadsheets/write/xlsx-table.ts';
import { type ExportedLead, exportedCells, exportedTitles } from './export-columns.ts';
import { type ListReader, readLeadFilter } from './lead-filter.ts';
import { countMatchingLeads, exportedLeads } from './lead-list.queries.ts';

type ExportQuery = Partial<LeadFilter> & {
  /** Only these, and all of them. */
  ids?: string[] | undefined;
  sort?: LeadSort | undefined;
  format: 'csv' | 'xlsx';
};

/** Few enough that a hundred of the longest notes fit into memory beside everything else. */
const rowsAtOnce = 500;
/** Longer than that it would hold a connection, and everything that was deleted meanwhile. */
const longestMilliseconds = 10 * 60_000;

/**
 * Writes every lead that a list shows, as they are at one moment. `open` gives where to, once the
 * first of them have been read.
 */
export async function exportLeads(
  db: Database,
  whose: Whose,
  query: ExportQuery,
  reader: ListReader,
  { open, signal }: { open: () => Writable; signal: AbortSignal },
): Promise<void> {
  const ids = query.ids && [...new Set(query.ids)];
  const match = { ...readLeadFilter(query, reader), ids };
  if (ids && (await countMatchingLeads(db, whose, match)) < ids.length) {
    throw new AppError('not_found', leadText.notFound);
  }
  if (query.format === 'xlsx' && (await countMatchingLeads(db, whose, match)) >= maxSheetRows) {
    throw new AppError('too_large', exportText.tooManyRows);
  }
  const late = AbortSignal.timeout(longestMilliseconds);
  const inTime = AbortSignal.any([signal, late]);
  const titles = exportedTitles(reader.role);
  let table: Table | undefined;
  try {
    const leads = exportedLeads(whose, match, {
      sort: query.sort,
      newSince: newLeadsSince(reader.now),
    });
    const batches = { rows: rowsAtOnce, signal: inTime };
    await readInBatches<ExportedLead>(db, leads, batches, async (batch) => {
      if (!table) {
        table = query.format === 'csv' ? csvInto(open(), ',') : xlsxInto(open(), 'Leads');
        await table.begin(titles);
      }
      for (const lead of batch) await table.row(exportedCells(lead, reader));
    });
    await table?.finish();
  } catch (error) {
    await table?.discard();
    if (late.aborted) throw new AppError('unavailable', exportText.tooLong);
    throw error;
  }
}

/** Whoever exports waits no longer for a turn, be it among their own exports or among everybody's. */
const patience = 10_000;

/** For an account's second export the answer is the same whether the first is being prepared or sent. */
export const anotherExport = () =>
  new AppError('too_many', exportText.another, { headers: { 'retry-after': 10 } });

/** Of the two exports of an account one is prepared at a time; export-file.ts bounds how many wait. */
const ofCaller = createTurns({
  shared: 'exports',
  atWorkOfOneKey: 1,
  patience,
  refusal: anotherExport,
});
/** Each has a connection to itself until its file is written. */
export const longExports = { atWork: 3, waiting: 20, patience };
const ofAll = createLongWork(
  longExports,
  () => new AppError('unavailable', errorText.busy, { headers: { 'retry-after': 10 } }),
);

/** Nobody can keep others, or their own other calls, from the database by exporting. */
export function withExportSlot<T>(
  callerId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return ofCaller(callerId, () => ofAll(callerId, work, signal), signal);
}

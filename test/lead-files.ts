import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importText } from '#contract/import-text.ts';
import type { RowProblem, UploadLead } from '#contract/imports.ts';
import { maxUploadRows } from '#contract/limits.ts';
import { missingColumn } from '#server/imports/columns.ts';
import { type ReadRequest, readLeadFile } from '#server/imports/read-lead-file.ts';
import type { ValidRow } from '#server/imports/valid-rows.ts';
import type { SpreadsheetFault } from '#server/spreadsheets/spreadsheet-error.ts';

export type Checked =
  | { outcome: 'leads'; leads: UploadLead[] }
  | { outcome: 'problems'; problems: Omit<RowProblem, 'value'>[]; problemCount: number }
  | { outcome: 'refused'; message: string };

/** What a file that is refused for this comes to. */
export const refused = (fault: SpreadsheetFault): Checked => ({
  outcome: 'refused',
  message: importText[fault],
});

/** A folder for this test file's uploads; its tests remove it when they are done. */
export function uploadFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lead-file-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let files = 0;
  const save = (content: string | Buffer) => {
    const path = join(folder, `upload-${++files}`);
    writeFileSync(path, content);
    return path;
  };
  const read = (content: string | Buffer, more: Partial<ReadRequest> = {}) => {
    const path = save(content);
    return readLeadFile({ path, output: `${path}.leads`, maxRows: maxUploadRows, ...more });
  };
  /** What the worker does, without the worker: the leads of a file that is right, or its problems. */
  const check = async (content: string | Buffer, maxRows = maxUploadRows): Promise<Checked> => {
    const path = save(content);
    const result = await readLeadFile({ path, output: `${path}.leads`, maxRows });
    if (result.outcome === 'refused') return result;
    const { problems, problemCount, columns, headerRow } = result;
    const missing = columns.missing.map((name) => missingColumn(headerRow, name));
    if (missing.length > 0 || problemCount > 0) {
      const all = [...problems, ...missing].map(({ value: _, ...problem }) => problem);
      return { outcome: 'problems', problems: all, problemCount: problemCount + missing.length };
    }
    return { outcome: 'leads', leads: splitBatches(`${path}.leads`, result.batches) };
  };
  return { folder, save, read, check, remove };
}

function splitBatches(path: string, batches: number[]): UploadLead[] {
  const bytes = readFileSync(path);
  let at = 0;
  return batches.flatMap((length) => {
    at += length;
    const batch: ValidRow[] = JSON.parse(bytes.toString('utf8', at - length, at));
    return batch.map(({ lead }) => lead);
  });
}

import { SpreadsheetError } from '../spreadsheet-error.ts';
import { begins, record, recordsOf } from './records.ts';

/**
 * SheetJS gives the rows it got when a workbook's records end too early: make sure that every
 * part that begins also ends, so that no row is lost in silence.
 */
export function checkBiff(stream: Buffer): void {
  let open = 0;
  let parts = 0;
  for (const { id } of recordsOf(stream)) {
    if (id === record.filePass) throw new SpreadsheetError('password');
    if (begins.has(id)) {
      open++;
      parts++;
    } else if (id === record.eof) open--;
  }
  if (open !== 0 || parts === 0) throw new SpreadsheetError('damaged');
}

/** What Excel itself can show. */
export const maxSheetColumns = 16_384;
export const maxSheetRows = 1_048_576;

/** A row of a file, whatever its format: its number as a spreadsheet shows it, its cells as text. */
export type SheetRow = { row: number; cells: readonly string[] };

export type SheetRows = {
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** Text files only: more cells than the header has are the trace of a delimiter inside a value. */
  strictWidth: boolean;
  /** Some bytes of the file were no characters: U+FFFD stands for them. */
  lossy: boolean;
  encoding?: string;
  delimiter?: string;
  /** The name of the sheet that was read. */
  sheet?: string;
  /** How much of the file has been read, from 0 to 1. */
  progress?: () => number;
};

export type BrokenRowFault = 'notClosed' | 'tooLong' | 'tooWide';

/** Thrown where a row makes the rest of the file unreadable. */
export class BrokenRow extends Error {
  readonly row: number;
  readonly fault: BrokenRowFault;
  constructor(row: number, fault: BrokenRowFault) {
    super(`Row ${row} cannot be read: ${fault}`);
    this.row = row;
    this.fault = fault;
  }
}

/** Why a file as a whole gives no rows. */
export type SpreadsheetFault =
  | 'notAFile'
  | 'disguised'
  | 'empty'
  | 'noRows'
  | 'password'
  | 'damaged'
  | 'tooLargeInside'
  | 'tooSlow';

/** Thrown where a file as a whole cannot be read; the caller has the words for its sender. */
export class SpreadsheetError extends Error {
  readonly fault: SpreadsheetFault;
  constructor(fault: SpreadsheetFault, options?: ErrorOptions) {
    super(`The spreadsheet cannot be read: ${fault}`, options);
    this.fault = fault;
  }
}

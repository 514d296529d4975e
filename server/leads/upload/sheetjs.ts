import * as xlsx from '@e965/xlsx';

/** A part of an OOXML package as SheetJS looks it up; `content` is asked for when it is needed. */
export type PackagePart = { name: string; type: 2; readonly content: Buffer };
export type Package = { FullPaths: string[]; FileIndex: PackagePart[] };

type DateParts = { y: number; m: number; d: number };

/** What SheetJS exports without a type of its own. */
const untyped = xlsx as unknown as {
  parse_zip(parts: Package, options: xlsx.ParsingOptions): xlsx.WorkBook;
  SSF: {
    format(format: string | number, value: number, options?: { date1904?: boolean }): string;
    is_date(format: string): boolean;
    parse_date_code(value: number, options: { date1904: boolean }): DateParts | null;
  };
};

export const readPackage = untyped.parse_zip;
export const {
  format: formatNumber,
  is_date: isDateFormat,
  parse_date_code: dateParts,
} = untyped.SSF;

export const readOptions = {
  type: 'buffer',
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellStyles: false,
  cellText: false,
  cellNF: true,
  // What Excel itself can show: a row far below must not become a list of a billion rows.
  sheetRows: 1_048_576,
} as const satisfies xlsx.ParsingOptions;

export type DateParts = { y: number; m: number; d: number };

/** How a spreadsheet program shows a number; SheetJS exports it without a type of its own. */
export type NumberFormats = {
  format(format: string, value: number): string;
  is_date(format: string): boolean;
  parse_date_code(value: number, options: { date1904: boolean }): DateParts | null;
};

/** A megabyte of code, which only XLS files and numbers with a format of their own need. */
export async function loadSheetjs() {
  const sheetjs = await import('@e965/xlsx');
  return { sheetjs, formats: sheetjs.SSF as NumberFormats };
}

import type { FileCheck } from '#contract/imports.ts';

/** For tests: a file that is right, but for what a test says. */
export function aCheck(change: Partial<FileCheck> = {}): FileCheck {
  return {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    header_row: 1,
    columns: [{ index: 0, title: 'company_name', field: 'company_name', proposed: null }],
    columns_by: 'names',
    missing: [],
    rows: 1,
    first_rows: [],
    valid_rows: 1,
    bad_rows: 0,
    problems: [],
    problem_count: 0,
    readable: true,
    duplicate_rows: 0,
    duplicates: [],
    other_partner_rows: 0,
    other_partners: [],
    ...change,
  };
}

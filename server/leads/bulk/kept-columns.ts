import { leadColumns } from '../lead-row.ts';

/** What of a lead is kept when it is deleted, and brought back: every column but the version, which
 * grows each time. A test holds it to the table. */
export const keptColumns = [
  ...new Set([...leadColumns, 'contact_name', 'status_changed_at', 'import_row']),
];

import { type Sql, sql } from './db/sql.ts';
import type { Whose } from './whose.ts';

/** The part of every query that says whose rows it may touch. */
export function ownedBy(whose: Whose): Sql {
  return whose === 'everyone' ? sql`true` : sql`partner_id = ${whose.partner}`;
}

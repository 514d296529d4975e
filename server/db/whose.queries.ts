import type { Whose } from '#server/lib/whose.ts';
import { type Sql, sql } from './sql.ts';

/** The part of every query that says whose rows it may touch. */
export function ownedBy(whose: Whose): Sql {
  return whose === 'everyone' ? sql`true` : sql`partner_id = ${whose.partner}`;
}

import type { Sql } from '#server/db/sql.ts';
import type { Whose } from '#server/lib/whose.ts';
import { stuckLeads as stuckLeadRows } from './stuck.queries.ts';

/** As a part of a query: the leads that a list of stuck ones shows. */
export function stuckLeads(whose: Whose, now: Date, most: number): Sql {
  return stuckLeadRows(whose, now, most);
}

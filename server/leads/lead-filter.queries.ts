import type { LeadFilter } from '#contract/lead-queries.ts';
import { statusKeys } from '#contract/lead-status.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const isDay = (moment: string) => !moment.includes('T');

/** Of rows of `leads`: those that a list with this filter shows to this side. */
export function leadsMatching(
  whose: Whose,
  filter: LeadFilter & { side: 'admin' | 'partner' },
): Sql {
  const keys = statusKeys(filter.status_filter ?? '');
  const { search, import_id, from, to, country, source, unread, side } = filter;
  const conditions = [ownedBy(whose)];
  if (keys.length > 0) conditions.push(sql`status_key = any(${keys}::text[])`);
  if (search) {
    // A line break tells the searched fields apart; in what is looked for, it is a space.
    const pattern = substringPattern(search.replaceAll('\n', ' '));
    conditions.push(sql`search_text like ${pattern}`);
  }
  if (import_id) conditions.push(sql`import_id = ${import_id}::uuid`);
  if (from) conditions.push(sql`created_at >= ${new Date(from)}::timestamptz`);
  if (to) conditions.push(sql`created_at < ${endOf(to)}::timestamptz`);
  if (country) conditions.push(sql`lower(country) = lower(${country}::text)`);
  if (source) conditions.push(sql`source = ${source}`);
  if (unread) {
    conditions.push(sql`id in (select lead_id from unread_notes where side = ${side})`);
  }
  return joined(conditions, ' and ');
}

/** A day counts as a whole. */
function endOf(to: string): Date {
  return new Date(Date.parse(to) + (isDay(to) ? dayMilliseconds : 0));
}

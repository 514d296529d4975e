import type { Db } from '#server/db/database.ts';
import { findFirstPage, isUsualFirstPage } from './first-page.queries.ts';
import { type Asked, type FoundLeads, isFarPage, reversed } from './lead-pages.queries.ts';

/** How many leads a list had when it was last told: a hint for whoever asks for its end. */
const toldTotals = new Map<string, number>();
const mostTold = 1_000;
/** A caller may ask for any statuses: what is kept of it has a bound. */
const longestName = 200;

const nameOf = ({ whose, match }: Asked) =>
  JSON.stringify([whose, match.statusKeys, match.shownAs?.keys]);

export function rememberTotal(asked: Asked, total: number): void {
  if (!isFarPage({ ...asked, page: { ...asked.page, offset: total } })) return;
  const name = nameOf(asked);
  if (name.length > longestName) return;
  toldTotals.delete(name);
  toldTotals.set(name, total);
  const [oldest] = toldTotals.keys();
  if (toldTotals.size > mostTold && oldest !== undefined) toldTotals.delete(oldest);
}

/**
 * The last page is the first one from the other end, and as quickly read. Undefined where it is not
 * known to be the last, or turns out to be none.
 */
export async function findLastPage(db: Db, asked: Asked): Promise<FoundLeads | undefined> {
  const { page } = asked;
  const order = { ...page.order, sort: reversed(page.order.sort) };
  const fromTheEnd = { ...asked, page: { ...page, offset: 0, order } };
  if (!isUsualFirstPage(fromTheEnd)) return undefined;
  const knownTotal = toldTotals.get(nameOf(asked));
  if (knownTotal === undefined || page.offset + page.limit < knownTotal) return undefined;
  const { leads, total } = await findFirstPage(db, fromTheEnd);
  const left = Math.max(0, total - page.offset);
  if (left > page.limit) return undefined;
  return { leads: leads.slice(0, left).reverse(), total };
}

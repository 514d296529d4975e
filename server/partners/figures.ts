import { groupOf, statusGroups } from '#contract/lead-status.ts';
import { type PartnerFigures, partnerText } from '#contract/partners.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { countStuckLeads } from '#server/movement/movement.ts';
import { findFigures } from './figures.queries.ts';

/** How a partner is doing, and what is waiting for somebody. */
export async function getPartnerFigures(db: Db, id: string, now: Date): Promise<PartnerFigures> {
  const found = await findFigures(db, id);
  if (!found) throw new AppError('not_found', partnerText.notFound);
  const { statuses, waiting, ...figures } = found;
  const count = (isCounted: (key: string) => boolean) =>
    statuses
      .filter(({ status_key }) => isCounted(status_key))
      .reduce((all, { leads }) => all + leads, 0);
  return {
    ...figures,
    leads: count(() => true),
    groups: statusGroups.map(({ name }) => ({
      name,
      leads: count((key) => groupOf(key) === name),
    })),
    waiting: { ...waiting, stuck: await countStuckLeads(db, { partner: id }, now) },
  };
}

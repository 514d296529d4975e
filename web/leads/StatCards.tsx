import { statusGroups } from '#contract/lead-status.ts';
import { FigureCards } from '#web/ui/FigureCards.tsx';
import { leadsPath } from './lead-paths.shared.ts';
import { useLeadCounts } from './leads.api.ts';

/** spec §2, Dashboard: how many leads each group has, and the way to them. */
export function StatCards() {
  const counts = useLeadCounts();
  const figures = statusGroups.map(({ name, card }, index) => ({
    label: card,
    to: leadsPath({ status: name }),
    count: counts[index],
  }));
  return <FigureCards label="Leads by status" figures={figures} />;
}

import { statusGroups } from '#contract/lead-status.ts';
import type { Partner, PartnerFigures } from '#contract/partners.ts';
import { leadsPath } from '#web/leads/lead-paths.shared.ts';

/** What the cards of a partner's page show, and the lists that prove it. */
export function groupsOf({ id }: Partner, figures: PartnerFigures | undefined) {
  return statusGroups.map(({ name, card }) => ({
    label: card,
    to: leadsPath({ partner: id, status: name }),
    count: figures?.groups.find((group) => group.name === name)?.leads,
  }));
}

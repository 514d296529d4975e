import { statusGroups } from '#contract/lead-status.ts';
import type { Partner, PartnerFigures } from '#contract/partners.ts';

/** What the cards of a partner's page show, and the lists that prove it. */
export function groupsOf({ id }: Partner, figures: PartnerFigures | undefined) {
  return statusGroups.map(({ name, card }) => ({
    label: card,
    to: `/leads?${new URLSearchParams({ partner: id, status: name })}`,
    count: figures?.groups.find((group) => group.name === name)?.leads,
  }));
}

import type { CrmValueKind } from '#contract/crm.ts';

/**
 * What the portal calls the values that every account of HubSpot begins with. All others wait for a
 * person; the first stage of a pipeline needs no name, as the contact tells the status in it.
 */
const names: Record<CrmValueKind, Record<string, string>> = {
  lead_status: {
    NEW: 'new',
    OPEN: 'open',
    IN_PROGRESS: 'in progress',
    OPEN_DEAL: 'open deal',
    UNQUALIFIED: 'unqualified',
    ATTEMPTED_TO_CONTACT: 'attempted to contact',
    CONNECTED: 'connected',
  },
  stage: {
    contractsent: 'application sent',
    closedwon: 'closed won',
    closedlost: 'closed lost',
  },
};

export function usualName(kind: CrmValueKind, value: string): string | null {
  // A value may also be called as something that every object has.
  return Object.hasOwn(names[kind], value) ? (names[kind][value] ?? null) : null;
}

import type { Crm, CrmValue, ParkedJob } from '#contract/crm.ts';

const now = () => new Date().toISOString();

/** For tests: a connection that works and has nothing to do, but for what a test says. */
export function aCrm(change: Partial<Crm> = {}): Crm {
  return {
    connected: true,
    account: { id: '4711', url: 'https://app.hubspot.example/contacts/4711' },
    fault: null,
    last_pull_at: now(),
    last_push_at: now(),
    queue: { waiting: 0, oldest_at: null, parked: change.parked?.length ?? 0 },
    parked: [],
    backfill: { state: 'done', done: 0, total: 0, changed: 0 },
    mapping_version: 1,
    values: [aValue()],
    unsent: [],
    properties: {
      commission_payable_to_partner: 'partner_commission_payable',
      alltime_commission_payable: 'partner_commission_alltime',
    },
    shared_companies: [],
    ...change,
  };
}

export function aValue(change: Partial<CrmValue> = {}): CrmValue {
  return {
    kind: 'stage',
    value: 'closedwon',
    label: 'Closed won',
    status: 'closed won',
    is_new: false,
    leads: 12,
    ...change,
  };
}

export function aParkedJob(change: Partial<ParkedJob> = {}): ParkedJob {
  return {
    id: 'j1',
    lead: { id: 'l1', name: 'Acme Ltd' },
    what: 'Send the lead to HubSpot',
    reason: 'HubSpot refuses the email ada@acme: it is no email address.',
    attempts: 3,
    is_retried: false,
    parked_at: now(),
    ...change,
  };
}

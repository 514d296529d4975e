import { type Lead, lead } from '#contract/leads.ts';

const nothing = Object.fromEntries(Object.keys(lead.shape).map((field) => [field, null]));

/** For tests: a lead as the server sends it; what a test cares about, it says. */
export function aLead(change: Partial<Lead> = {}): Lead {
  return lead.parse({
    ...nothing,
    id: '0192aaaa-0000-7000-8000-000000000001',
    partner_id: '1',
    company_name: 'Acme Ltd',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
    status: 'new',
    unread: false,
    created_at: new Date().toISOString(),
    ...change,
  });
}

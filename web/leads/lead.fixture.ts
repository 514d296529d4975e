import { type Lead, type LeadDetails, lead, leadDetails } from '#contract/leads.ts';

const nothing = Object.fromEntries(Object.keys(leadDetails.shape).map((field) => [field, null]));
const usual = {
  ...nothing,
  id: '0192aaaa-0000-7000-8000-000000000001',
  partner_id: '1',
  company_name: 'Acme Ltd',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@acme.example',
  status: 'new',
  unread: false,
};

/** For tests: a lead as the server sends it; what a test cares about, it says. */
export function aLead(change: Partial<Lead> = {}): Lead {
  const now = new Date().toISOString();
  return lead.parse({ ...usual, created_at: now, status_changed_at: now, ...change });
}

/** The same with everything that is known of it, as where one lead is asked for. */
export function aLeadInFull(change: Partial<LeadDetails> = {}): LeadDetails {
  const now = new Date().toISOString();
  const own = { source: 'form', version: 1, created_at: now, status_changed_at: now };
  return leadDetails.parse({ ...usual, ...own, ...change });
}

import type { CommissionTotals } from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';
import type { Call } from '#test/fake-server.ts';

export function company(change: Partial<Company> = {}): Company {
  return {
    id: '0192aaaa-0000-7000-8000-000000000003',
    name: 'Acme Ltd',
    website: null,
    partner_id: '1',
    partner_name: null,
    commission_payable_to_partner: null,
    commission_payable_rate: null,
    commission_payable_base: null,
    alltime_commission_payable: '1250.50',
    alltime_commission_rate: null,
    alltime_commission_base: null,
    version: 1,
    ...change,
  };
}

/** Of one company that has only an alltime commission. */
export function totals(change: Partial<CommissionTotals> = {}): CommissionTotals {
  return {
    companies: 1,
    commission_payable_to_partner: null,
    alltime_commission_payable: '1250.50',
    not_available: { commission_payable_to_partner: 1, alltime_commission_payable: 0 },
    ...change,
  };
}

/** What the list of live companies answers. */
export const livePage = (
  companies: Company[],
  source = 'portal',
  total = companies.length,
  as_of: string | null = null,
) => ({
  json: { companies, total, source, as_of, totals: totals(), currency: 'USD' },
});

export const limited = { status: 429, json: { error: 'Rate limit exceeded' } };

export const askedForLive = (calls: Call[]) =>
  calls.filter(({ path }) => path === '/api/companies/live');

import type { RequestOf } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { addLead, type SignedIn } from './portal.ts';

/** A live company of a partner, with the lead that made it so. */
export async function liveCompany(admin: SignedIn, partner: SignedIn, company_name: string) {
  const lead = await addLead(partner, { company_name });
  await admin.call(routes.updateLead, { params: { id: lead.id }, body: { status: 'live' } });
  const { body } = await partner.call(routes.listLiveCompanies, { query: { limit: 100 } });
  const company = body.companies.find(({ name }) => name === company_name);
  if (!company) throw new Error(`${company_name} is not live`);
  return { id: company.id, lead };
}

export type CommissionsBody = RequestOf<typeof routes.updateCompany>['body'];

/** What an administrator says that a company pays. */
export function pay(admin: SignedIn, id: string, body: CommissionsBody) {
  return admin.call(routes.updateCompany, { params: { id }, body });
}

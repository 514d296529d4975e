import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { changeCommissions, listLiveCompanies } from './companies.ts';

export function companyRoutes(register: Register, { db }: AppContext): void {
  register(routes.listLiveCompanies, ({ caller, query }) =>
    listLiveCompanies(db, whoseRecords(caller, query.partner_id), query),
  );

  register(routes.updateCompany, async ({ params, body }) => ({
    company: await changeCommissions(db, 'everyone', params.id, body),
  }));
}

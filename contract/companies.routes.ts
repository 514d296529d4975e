import { z } from 'zod';
import { companiesQuery, company, companyChange, companyText } from './companies.ts';
import { crmText } from './crm.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route } from './http.ts';
import { badPage, refused } from './refusals.ts';

export const companiesRoutes = {
  listLiveCompanies: route({
    ...endpoints.listLiveCompanies,
    summary: 'Companies that are live, newest first, with the commissions they pay',
    query: companiesQuery,
    status: 200,
    response: z.object({
      companies: z.array(company),
      total: z.number().int(),
      source: z.enum(['portal', 'hubspot']).describe('where the commissions are kept'),
      as_of: z
        .string()
        .nullable()
        .describe('when HubSpot was last asked; null where the portal keeps them itself'),
    }),
    errors: badPage,
  }),
  updateCompany: route({
    ...endpoints.updateCompany,
    summary: "Change a live company's commissions",
    params: idParams,
    body: companyChange,
    status: 200,
    response: z.object({ company }),
    errors: {
      ...refused(companyChange, { commission_payable_to_partner: 'much' }),
      not_found: [companyText.notFound],
      conflict: [crmText.commissionsMirrored],
    },
  }),
};

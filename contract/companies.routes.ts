import { z } from 'zod';
import { commissionTotals, companyEvent, moneyFacts, partnerTotals } from './commissions.ts';
import {
  companiesQuery,
  company,
  companyChange,
  companyConflict,
  companyDetails,
  companyLead,
  sharedWith,
  totalsQuery,
} from './companies.ts';
import { companyText } from './company-text.ts';
import { crmText } from './crm-text.ts';
import { diskText } from './disk-text.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route } from './http.ts';
import { pageQuery } from './lists.ts';
import { partnerText } from './partners.ts';
import { errorText } from './protocol.ts';
import { badPage, refused } from './refusals.ts';
import { statement, statementFileQuery, statementQuery } from './statements.ts';

const noSuchCompany = { not_found: [companyText.notFound] } as const;
const badPeriod = refused(statementQuery, { from: 'now' });
const noStatement = {
  invalid: [
    ...badPeriod.invalid,
    companyText.statement.endsBefore,
    companyText.statement.noPartner,
  ],
  not_found: [partnerText.notFound],
};

export const companiesRoutes = {
  listLiveCompanies: route({
    ...endpoints.listLiveCompanies,
    summary:
      'Companies that are live, newest first, with the commissions they pay and the totals of all that the filter shows',
    query: companiesQuery,
    status: 200,
    response: z.object({
      companies: z.array(company),
      total: z.number().int(),
      totals: commissionTotals,
      ...moneyFacts,
    }),
    errors: badPage,
  }),
  sumCommissions: route({
    ...endpoints.sumCommissions,
    summary:
      'What live companies pay in all, and what was earned in a period; for administrators also by partner, whoever earned the most first',
    query: totalsQuery,
    status: 200,
    response: z.object({
      totals: commissionTotals,
      earned: z.string().describe('by how much the alltime commission has grown in the period'),
      from: z.string(),
      to: z.string(),
      partners: z.array(partnerTotals).describe('none unless an administrator asks'),
      partners_total: z.number().int(),
      ...moneyFacts,
    }),
    errors: {
      invalid: [
        ...refused(totalsQuery, { limit: 0 }).invalid,
        ...badPeriod.invalid,
        companyText.statement.endsBefore,
      ],
    },
  }),
  getCompany: route({
    ...endpoints.getCompany,
    summary: 'A company that is or was live, with its leads and what it pays',
    params: idParams,
    status: 200,
    response: z.object({
      company: companyDetails,
      leads: z.array(companyLead).describe('the newest'),
      leads_total: z.number().int(),
      shared_with: z
        .array(sharedWith)
        .describe(
          'for administrators: live companies of other partners that the same company of HubSpot stands for, with the same commissions',
        ),
      ...moneyFacts,
    }),
    errors: noSuchCompany,
  }),
  listCompanyEvents: route({
    ...endpoints.listCompanyEvents,
    summary: 'How the commissions of a company have changed, oldest first',
    params: idParams,
    query: pageQuery,
    status: 200,
    response: z.object({ events: z.array(companyEvent), total: z.number().int() }),
    errors: { ...badPage, ...noSuchCompany },
  }),
  getStatement: route({
    ...endpoints.getStatement,
    summary: 'A statement for a partner and a period: opening, changes with their reasons, closing',
    query: statementQuery,
    status: 200,
    response: z.object({ statement }),
    errors: noStatement,
  }),
  exportStatement: route({
    ...endpoints.exportStatement,
    summary: 'The same as a CSV file, with every change of the period',
    query: statementFileQuery,
    status: 200,
    response: z.unknown(),
    errors: {
      ...noStatement,
      invalid: [...noStatement.invalid, companyText.statement.noTimeZone],
      unavailable: [diskText.export],
    },
  }),
  updateCompany: route({
    ...endpoints.updateCompany,
    summary: 'Change the commissions of a company that is live, or has had some',
    params: idParams,
    body: companyChange,
    status: 200,
    response: z.object({ company }),
    errors: {
      ...refused(companyChange, { commission_payable_to_partner: 'much' }),
      ...noSuchCompany,
      conflict: [crmText.commissionsMirrored, companyText.changedMeanwhile],
      unavailable: [errorText.beingChanged],
    },
    errorBody: companyConflict,
  }),
};

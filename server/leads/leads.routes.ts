import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import {
  changeLeadStatus,
  countLeads,
  createLead,
  deleteLead,
  getLead,
  listLeads,
} from './leads.ts';

export function leadRoutes(register: Register, { db, clock }: AppContext): void {
  register(routes.listLeads, ({ caller, query }) =>
    listLeads(db, whoseRecords(caller, query.partner_id), query),
  );

  register(routes.countLeads, async ({ caller, query }) => ({
    count: await countLeads(db, whoseRecords(caller, query.partner_id), query.status_group),
  }));

  register(routes.createLead, async ({ caller, body }) => ({
    lead: await createLead(db, caller.id, body, { source: 'form' }, clock()),
  }));

  register(routes.getLead, async ({ caller, params }) => ({
    lead: await getLead(db, whoseRecords(caller), params.id),
  }));

  register(routes.updateLead, async ({ caller, params, body }) => {
    const change = { leadId: params.id, status: body.status ?? '', changedBy: caller.id };
    return { lead: await changeLeadStatus(db, 'everyone', change, clock()) };
  });

  register(routes.deleteLead, async ({ caller, params }) => {
    await deleteLead(db, whoseRecords(caller), params.id);
    return done;
  });

  register(routes.createExternalLead, async ({ caller, body }) => {
    const { phone, ...lead } = body;
    const input = { ...lead, phone_number: phone };
    const origin = { source: 'api', tokenName: caller.token_name } as const;
    const stored = await createLead(db, caller.partner_id, input, origin, clock());
    return { ...done, lead_id: stored.id };
  });
}

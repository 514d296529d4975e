import { endpoints } from './endpoints.ts';
import { route } from './http.ts';
import { partnerIdText } from './lists.ts';
import { movement, movementQuery, stuckAnswer } from './movement.ts';
import { invalid } from './refusals.ts';

export const movementRoutes = {
  getMovement: route({
    ...endpoints.getMovement,
    summary: 'How leads move: submitted and won by week, how far they come, how long it takes',
    query: movementQuery,
    status: 200,
    response: movement,
    errors: invalid(partnerIdText.noPartner),
  }),
  listStuckLeads: route({
    ...endpoints.listStuckLeads,
    summary: 'Leads that have stood in their status longer than nine in ten did',
    query: movementQuery,
    status: 200,
    response: stuckAnswer,
    errors: invalid(partnerIdText.noPartner),
  }),
};

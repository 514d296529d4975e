import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { getMovement, listStuckLeads } from './movement.ts';

export function movementRoutes(register: Register, { db, clock }: AppContext): void {
  register(routes.getMovement, ({ caller, query }) =>
    getMovement(db, whoseRecords(caller, query.partner_id), clock()),
  );

  register(routes.listStuckLeads, ({ caller, query }) =>
    listStuckLeads(db, whoseRecords(caller, query.partner_id), clock()),
  );
}

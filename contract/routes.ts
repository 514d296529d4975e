import { accountsRoutes } from './accounts.routes.ts';
import { companiesRoutes } from './companies.routes.ts';
import { crmRoutes } from './crm.routes.ts';
import type { endpoints } from './endpoints.ts';
import { eventsRoutes } from './events.routes.ts';
import type { Route } from './http.ts';
import { importsRoutes } from './imports.routes.ts';
import { leadsRoutes } from './leads.routes.ts';
import { movementRoutes } from './movement.routes.ts';
import { operationRoutes } from './operation.routes.ts';
import { partnersRoutes } from './partners.routes.ts';
import { sessionRoutes } from './session.routes.ts';
import { tokensRoutes } from './tokens.routes.ts';
import { viewsRoutes } from './views.routes.ts';

/** Every endpoint of spec §7 with what it takes and answers: the server, the types of the browser's
 * client and OpenAPI come from here. */
export const routes = {
  ...sessionRoutes,
  ...accountsRoutes,
  ...partnersRoutes,
  ...leadsRoutes,
  ...movementRoutes,
  ...eventsRoutes,
  ...viewsRoutes,
  ...importsRoutes,
  ...tokensRoutes,
  ...companiesRoutes,
  ...crmRoutes,
  ...operationRoutes,
} satisfies Record<keyof typeof endpoints, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

import Fastify, { type FastifyInstance } from 'fastify';
import { addAccountRoutes } from './account.routes.ts';
import { addAssociationBatchRoutes, addAssociationRoutes } from './associations.routes.ts';
import { addControlRoutes } from './control.routes.ts';
import type { Control } from './control.ts';
import type { Emulator } from './emulator.ts';
import { addGate } from './gate.ts';
import { addObjectRoutes } from './objects.routes.ts';
import { addPageRoutes } from './page/page.routes.ts';
import { addPipelineRoutes } from './pipelines.routes.ts';
import { addPropertyRoutes } from './properties.routes.ts';

const dated = '2026-09';

/** HubSpot's own calls, at their old and at their dated addresses. */
function addHubSpot(app: FastifyInstance, emulator: Emulator): void {
  addGate(app, emulator);
  for (const objects of ['/crm/v3/objects', `/crm/objects/${dated}`]) {
    addObjectRoutes(app, emulator, objects);
  }
  for (const objects of ['/crm/v4/objects', `/crm/objects/${dated}`]) {
    addAssociationRoutes(app, emulator, objects);
  }
  for (const base of ['/crm/v4/associations', `/crm/associations/${dated}`]) {
    addAssociationBatchRoutes(app, emulator, base);
  }
  for (const base of ['/crm/v3/properties', `/crm/properties/${dated}`]) {
    addPropertyRoutes(app, emulator, base);
  }
  for (const base of ['/crm/v3/pipelines', `/crm/pipelines/${dated}`]) {
    addPipelineRoutes(app, emulator, base);
  }
  for (const base of ['/account-info/v3', `/account-info/${dated}`]) {
    addAccountRoutes(app, emulator, base);
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
}

export function buildApp(emulator: Emulator, control: Control): FastifyInstance {
  const app = Fastify({
    exposeHeadRoutes: false,
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  // A DELETE may say that it is JSON and have no body.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  app.register(async (hubspot) => addHubSpot(hubspot, emulator));
  app.register(async (own) => addControlRoutes(own, emulator, control));
  app.register(async (own) => addPageRoutes(own, emulator, control));
  return app;
}

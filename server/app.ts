import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Route } from '#contract/http.ts';
import { maxJsonBytes } from '#contract/limits.ts';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import type { AppContext } from './app-context.ts';
import { changeRoutes } from './changes/changes.routes.ts';
import { type Changes, followChanges } from './changes/changes.ts';
import type { Bounds } from './changes/hub.ts';
import { companyRoutes } from './companies/companies.routes.ts';
import type { RateLimit } from './config.ts';
import { crmRoutes, hubspotEventRoutes } from './crm/crm.routes.ts';
import { readMigrations } from './db/migrate.ts';
import { acceptJson, keepJsonText } from './http/body.ts';
import { type Csrf, csrf } from './http/csrf.ts';
import { answerError, answerUnreadable } from './http/errors.ts';
import { warnOfForwarded } from './http/forwarded.ts';
import { describeApi } from './http/openapi.ts';
import { publicUrlOf } from './http/public-url.ts';
import { countVisit } from './http/rate-limits.ts';
import { acceptMultipart } from './http/receive-file.ts';
import { type Guards, registrar } from './http/register.ts';
import { withCallsDescribed } from './http/request-log.ts';
import { secureAnswers } from './http/security-headers.ts';
import { cutOffSlowCallers } from './http/slow-callers.ts';
import { usualWaits, type Waits } from './http/waits.ts';
import { builtWebApp, serveWebApp } from './http/web-app.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { bulkRoutes } from './leads/bulk/bulk.routes.ts';
import { leadListRoutes } from './leads/lead-list.routes.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { movementRoutes } from './movement/movement.routes.ts';
import { operationRoutes } from './operation/operation.routes.ts';
import { partnerRoutes } from './partners/partners.routes.ts';
import { createSessionCheck } from './session/recognise.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { tokenRoutes } from './tokens/tokens.routes.ts';
import { createApiTokenCheck } from './tokens/tokens.ts';
import { viewRoutes } from './views/views.routes.ts';

export type AppOptions = AppContext & {
  csrfKey: Buffer;
  logger?: Logger;
  /** The folder of the built web app; left out, it is looked for where the build puts it. */
  webFolder?: string | undefined;
  /** Shorter in tests. */
  waits?: Waits;
  /** Smaller in tests. */
  streamBounds?: Bounds;
};

/** The same app in production and in tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, logger, waits = usualWaits } = options;
  const app = fastify({
    ...(logger ? { loggerInstance: withCallsDescribed(logger) } : { logger: false }),
    bodyLimit: maxJsonBytes,
    // One proxy: it adds the address it saw last, and whatever stands before came from the caller.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    genReqId: requestId,
    requestTimeout: waits.call,
    keepAliveTimeout: waits.idle,
    // A request that comes while the portal stops is under way like any other.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: waits.headers,
      connectionsCheckingInterval: waits.look,
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be read, and so nobody watches what else comes.
      reply.header('connection', 'close');
      answerError(error, request, reply);
    },
    clientErrorHandler: answerUnreadable,
  }) as unknown as FastifyInstance;

  app.setErrorHandler(answerError);
  cutOffSlowCallers(app, waits);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(headers.requestId, request.id);
    // What the API answers is somebody's data; the files of the web app say otherwise themselves.
    reply.header('cache-control', 'no-store');
    done();
  });
  warnOfForwarded(app, config.trustProxy);
  secureAnswers(app, config.publicUrl);
  await app.register(compress, { encodings: ['gzip', 'identity'], threshold: 2048 });
  acceptJson(app);
  const changes = followChanges(options, options.streamBounds);
  // Before the connections are waited for: these would not end by themselves.
  app.addHook('preClose', changes.close);
  registerRoutes(app, options, changes, (await readMigrations()).at(-1)?.version ?? 0);
  await serveWebApp(app, options.webFolder ?? builtWebApp());
  return app;
}

/** A caller's own id, where it is a sane one, so that logs on both sides can be matched. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers[headers.requestId];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  changes: Changes,
  schemaVersion: number,
): void {
  const signer = csrf(options.csrfKey);
  const ourGuards = guards(options, signer);
  const register = registrar(app, ourGuards);
  // Called when it is first asked for: by then the portal knows its own address.
  const publicUrl = () => publicUrlOf(options.config, app.server.address());
  const describe = () => describeApi(routes, publicUrl(), (route) => limitOf(route, options));

  sessionRoutes(register, options, signer);
  accountRoutes(register, options);
  partnerRoutes(register, options);
  leadRoutes(register, options);
  bulkRoutes(register, options);
  leadListRoutes(register, options);
  movementRoutes(register, options);
  viewRoutes(register, options);
  tokenRoutes(register, options);
  companyRoutes(register, options);
  crmRoutes(register, options);
  app.register(async (scope) => {
    acceptMultipart(scope);
    importRoutes(registrar(scope, ourGuards), options);
  });
  app.register(async (scope) => {
    keepJsonText(scope);
    hubspotEventRoutes(registrar(scope, guards(options, signer)), options, publicUrl);
  });
  changeRoutes(register, changes);
  operationRoutes(register, options, {
    api: describe,
    schemaVersion,
  });
}

function limitOf(route: Route, { config }: AppContext): RateLimit | undefined {
  if (route === routes.openapi) return config.rateLimits.api_description;
  if (route.access === 'public') return undefined;
  if (route.access === 'api_token') return config.rateLimits.external_api;
  if (route === routes.listLiveCompanies) return config.rateLimits.live_companies;
  return config.rateLimits.general;
}

function guards(context: AppContext, signer: Csrf): Guards {
  const { general } = context.config.rateLimits;
  const recogniseSession = createSessionCheck(context);
  return {
    csrf: signer,
    session: (token, route, visitor, refreshToken) => {
      const limit = limitOf(route, context) ?? general;
      return recogniseSession({ token, refreshToken }, limit, visitor);
    },
    apiToken: createApiTokenCheck(context),
    wrote: (caller) => context.db.wrote('id' in caller ? caller.id : caller.partner_id),
    visitor: (ip, route) => countVisit(context, ip, limitOf(route, context)),
  };
}

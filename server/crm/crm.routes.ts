import type { FastifyRequest } from 'fastify';
import { crmText } from '#contract/crm-text.ts';
import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Register } from '#server/http/register.ts';
import { changeBackfill } from './connection/backfill.ts';
import { tryConnection } from './connection/try-connection.ts';
import {
  changeMapping,
  dropParked,
  readCrm,
  refuseUnfitProperties,
  retryAllParked,
  retryParked,
} from './crm.ts';
import { openCrm } from './hubspot/crm-context.ts';
import { isSigned, receiveEvents } from './pull/webhook.ts';

export function crmRoutes(register: Register, context: AppContext): void {
  const { db } = context;
  const forPerson = { isForPerson: true, tries: 2 };
  const crm = openCrm(context, forPerson);
  const connected = (opened = crm) => {
    if (!opened) throw new AppError('conflict', crmText.notConnected);
    return opened;
  };

  register(routes.getCrm, async () => ({ crm: await readCrm(db) }));

  // Ends with its caller's connection: a silent HubSpot takes half a minute, and meanwhile the test
  // one of the three calls that a caller has at work.
  register(routes.testCrm, async ({ closed }) =>
    tryConnection(connected(openCrm(context, { ...forPerson, signal: closed }))),
  );

  register(routes.retryCrmJob, async ({ params }) => {
    await retryParked(db, params.id);
    return done;
  });

  register(routes.retryCrmJobs, async () => {
    await retryAllParked(db);
    return done;
  });

  register(routes.dropCrmJob, async ({ params }) => {
    await dropParked(db, params.id);
    return done;
  });

  register(routes.changeCrmMapping, async ({ body }) => {
    if (crm && body.properties) await refuseUnfitProperties(crm.client, body.properties);
    return { crm: await changeMapping(db, body) };
  });

  register(routes.changeCrmBackfill, async ({ body }) => {
    connected();
    await changeBackfill(db, body.state);
    return { crm: await readCrm(db) };
  });
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Where bodies are taken as the text that they come as: that is what is signed. */
export function hubspotEventRoutes(
  register: Register,
  { db, config, clock }: AppContext,
  publicUrl: () => string,
): void {
  register(routes.receiveHubSpotEvents, async ({ request }) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const call = {
      method: request.method,
      uri: publicUrl() + request.url,
      body,
      timestamp: headerOf(request, 'x-hubspot-request-timestamp'),
      signature: headerOf(request, 'x-hubspot-signature-v3'),
    };
    if (!isSigned(config.hubspotWebhookSecret, call, clock()))
      throw new AppError('unauthorized', crmText.notSigned);
    await receiveEvents(db, body);
    return done;
  });
}

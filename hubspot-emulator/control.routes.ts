import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerRecord } from './answers.ts';
import { type Control, faultChanges, keyChanges, limitChanges } from './control.ts';
import type { Emulator } from './emulator.ts';
import { HubSpotError } from './errors.ts';
import { objectTypes } from './kinds.ts';
import { readBody, readObjectType, readParam } from './requests.ts';
import { webhookSettings } from './webhooks.ts';
import { type CrmRecord, liveRecords } from './world.ts';

const values = z.object({ properties: z.record(z.string(), z.coerce.string()) });
const mergeInput = z.object({ primaryId: z.coerce.string(), loserId: z.coerce.string() });
const outage = z.object({ seconds: z.number().min(0) });

function answerState(emulator: Emulator) {
  const [key] = emulator.keys;
  const { settings, deliveries, waiting } = emulator.webhooks;
  const counts = objectTypes.map((type) => [type, liveRecords(emulator.world, type).length]);
  return {
    portalId: emulator.world.portalId,
    records: Object.fromEntries(counts),
    faults: emulator.faults,
    limits: emulator.limits.settings,
    key: { status: key?.status, scopes: key?.scopes },
    webhooks: { settings, deliveries: deliveries.slice(-50), waiting: waiting() },
    requests: emulator.requests.slice(-50),
  };
}

/** For tests and scripts in other processes: never below /crm, and asked for no key. */
export function addControlRoutes(app: FastifyInstance, emulator: Emulator, control: Control) {
  const { world } = emulator;
  const answer = (record: CrmRecord) =>
    answerRecord(world, record, {
      properties: Object.keys(record.properties),
      associations: [...objectTypes],
    });
  const idOf = (request: FastifyRequest) => readParam(request, 'id');

  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof HubSpotError ? error.status : 500;
    if (status >= 500) emulator.report(error);
    return reply.code(status).send({ message: (error as Error).message });
  });
  app.get('/emulator/state', async () => answerState(emulator));
  app.patch('/emulator/faults', async (request) => {
    control.setFaults(readBody(faultChanges, request));
    return emulator.faults;
  });
  app.delete('/emulator/faults', async () => {
    control.clearFaults();
    return emulator.faults;
  });
  app.post('/emulator/outage', async (request) => {
    control.startOutage(readBody(outage, request).seconds * 1000);
    return emulator.faults;
  });
  app.patch('/emulator/limits', async (request) => {
    control.setLimits(readBody(limitChanges, request));
    return emulator.limits.settings;
  });
  app.patch('/emulator/key', async (request) => {
    control.setKey(readBody(keyChanges, request));
    return emulator.keys[0];
  });
  app.put('/emulator/webhooks', async (request) => {
    control.setWebhooks(readBody(webhookSettings, request));
    return emulator.webhooks.settings;
  });
  app.delete('/emulator/webhooks', async (_request, reply) => {
    control.setWebhooks(undefined);
    return reply.code(204).send();
  });
  app.post('/emulator/reset', async (_request, reply) => {
    control.reset();
    return reply.code(204).send();
  });
  app.get('/emulator/records/:objectType', async (request) => ({
    results: liveRecords(world, readObjectType(request)).map(answer),
  }));
  app.post('/emulator/records/:objectType', async (request) =>
    answer(control.create(readObjectType(request), readBody(values, request).properties)),
  );
  app.patch('/emulator/records/:objectType/:id', async (request) => {
    const { properties } = readBody(values, request);
    return answer(control.update(readObjectType(request), idOf(request), properties));
  });
  app.delete('/emulator/records/:objectType/:id', async (request, reply) => {
    control.archive(readObjectType(request), idOf(request));
    return reply.code(204).send();
  });
  app.post('/emulator/records/:objectType/merge', async (request) => {
    const { primaryId, loserId } = readBody(mergeInput, request);
    return answer(control.merge(readObjectType(request), primaryId, loserId));
  });
}

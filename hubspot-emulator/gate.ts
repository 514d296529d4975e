import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Emulator } from './emulator.ts';
import { errorBody, HubSpotError } from './errors.ts';
import { drawFate, type Fate, gatewayPage } from './faults.ts';
import { checkKey, checkScope, type Key } from './keys.ts';
import { countCall, limitBody, limitHeaders } from './limits.ts';
import { randomUuid } from './random.ts';

const keyOf = new WeakMap<FastifyRequest, Key>();
const fateOf = new WeakMap<FastifyRequest, Fate>();

/** The key that the gate let in. */
export function requireScope(request: FastifyRequest, oneOf: string[]): void {
  const key = keyOf.get(request);
  if (key) checkScope(key, oneOf);
}

const isSearch = (request: FastifyRequest) => /\/search(\?|$)/.test(request.url);
const isRead = (request: FastifyRequest) =>
  request.method === 'GET' || /\/(search|batch\/read)(\?|$)/.test(request.url);

function sendStatus(emulator: Emulator, reply: FastifyReply, status: number) {
  const correlationId = randomUuid(emulator.world.random);
  reply.code(status);
  if (status === 429) return reply.send(limitBody('TEN_SECONDLY_ROLLING', correlationId));
  if (status === 502 || status === 503) return reply.type('text/html').send(gatewayPage(status));
  const message = status === 423 ? 'This object is currently locked' : 'internal error';
  return reply.send({ status: 'error', message, correlationId });
}

function drop(request: FastifyRequest): void {
  request.raw.socket.destroy();
}

async function enter(emulator: Emulator, request: FastifyRequest, reply: FastifyReply) {
  const { world, faults, limits } = emulator;
  const now = world.now();
  const fate = drawFate(
    faults,
    { isWrite: !isRead(request), now: emulator.realNow() },
    world.random,
  );
  fateOf.set(request, fate);
  if (fate.kind === 'dropBefore') {
    reply.hijack();
    return drop(request);
  }
  if (fate.kind === 'status') return sendStatus(emulator, reply, fate.status);
  const key = checkKey(emulator.keys, request.headers.authorization, now);
  keyOf.set(request, key);
  const exceeded = countCall(limits, key.token, isSearch(request), now);
  if (!isSearch(request)) reply.headers(limitHeaders(limits, key.token, now));
  if (exceeded) {
    reply.code(429);
    return reply.send(limitBody(exceeded, randomUuid(world.random)));
  }
}

/** The work is done by now: what is lost is only the answer. */
async function leave(emulator: Emulator, request: FastifyRequest) {
  const fate = fateOf.get(request);
  if (fate?.kind === 'answer' && fate.delayMs > 0)
    await emulator.wait(fate.delayMs, request.raw.socket);
  if (fate?.kind === 'hang') await emulator.wait(Number.POSITIVE_INFINITY, request.raw.socket);
  if (fate?.kind === 'hang' || fate?.kind === 'dropAfter') drop(request);
}

/** Who is let in, how often, and what goes wrong: in front of every call of HubSpot's own. */
export function addGate(app: FastifyInstance, emulator: Emulator): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') emulator.routes.push(`${method} ${url}`);
  });
  app.addHook('onRequest', (request, reply) => enter(emulator, request, reply));
  app.addHook('onSend', async (request, _reply, payload) => {
    await leave(emulator, request);
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const route = `${method} ${request.routeOptions.url ?? ''}`;
    emulator.requests.push({ method, url, route, status: reply.statusCode });
    if (emulator.requests.length > 10_000) emulator.requests.splice(0, 5_000);
  });
  app.setErrorHandler((error, _request, reply) => {
    const correlationId = randomUuid(emulator.world.random);
    if (error instanceof HubSpotError) {
      return reply.code(error.status).send(errorBody(error, correlationId));
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const message =
      status < 500 ? `Invalid input JSON: ${(error as Error).message}` : 'internal error';
    if (status >= 500) emulator.report(error);
    return reply.code(status).send({ status: 'error', message, correlationId });
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fieldMessages } from '#contract/fields.ts';
import type { CheckedRequestOf, ResponseOf, Route } from '#contract/http.ts';
import { type Access, errorText, headers, needsCsrf } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { createTurns } from '#server/lib/turns.ts';
import { type ApiCaller, type SessionCaller, type Visitor, visitorOf } from './callers.ts';
import { addressOf, closedSignal } from './connection.ts';
import type { Csrf } from './csrf.ts';
import { type Counted, enforce } from './rate-limits.ts';
import { nameInLog } from './request-log.ts';
import { serialiserOf } from './serialisers.ts';

type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'api_token'
    ? ApiCaller
    : SessionCaller;

export type Call<R extends Route> = CheckedRequestOf<R> & {
  caller: CallerOf<R['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the caller's connection is closed. */
  closed: AbortSignal;
  /** Makes sure, after long work, that the caller may still call. */
  recheck: () => Promise<void>;
};
/** What is told on a stream is written by whoever keeps it. */
type Answered<R extends Route> = R extends { stream: true } ? undefined : ResponseOf<R>;
type Handler<R extends Route> = (call: Call<R>) => Promise<Answered<R>>;
type Options<R extends Route> = {
  /** A call that does not wait is made at once, however many others of its caller do. */
  waits?: boolean;
  /** Of a call that is done together with others of its caller, so that all of them take one connection. */
  isShared?: (caller: CallerOf<R['access']>) => boolean;
};
export type Register = <R extends Route>(
  route: R,
  handler: Handler<R>,
  options?: Options<R>,
) => void;

/** How callers are recognised; each throws the 401 that fits and counts the call. */
export type Guards = {
  csrf: Csrf;
  session(
    token: string,
    route: Route,
    visitor: Visitor,
    refreshToken?: string,
  ): Promise<{ caller: SessionCaller; counted: Counted }>;
  apiToken(token: string): Promise<{ caller: ApiCaller; counted: Counted }>;
  /** Told of every call that may have changed something, before it is answered. */
  wrote(caller: SessionCaller | ApiCaller): Promise<void>;
  /** Nothing where a call that anyone may make is not limited. */
  visitor(ip: string, route: Route): Promise<Counted | undefined>;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: SessionCaller | ApiCaller | null;
    /** When its headers were there, in the milliseconds of performance.now(). */
    cameAt: number;
  }
  interface FastifyContextConfig {
    isDownload?: boolean;
  }
}

/** /api/leads/{id} as the router writes it */
const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

export function registrar(app: FastifyInstance, guards: Guards): Register {
  if (!app.hasRequestDecorator('caller')) {
    app.decorateRequest('caller', null);
    app.decorateRequest('cameAt', 0);
  }
  return (route, handler, { waits = true, isShared = () => false } = {}) => {
    app.route({
      method: route.method,
      url: routerPath(route.path),
      // Says that there is one: what it is, the serialiser knows.
      config: { isDownload: route.download !== undefined },
      schema: { response: { [route.status]: {} } },
      serializerCompiler: () => serialiserOf(route.response),
      // Compressing large files would take the processor from other calls, and hide their length.
      ...(route.download && { compress: false }),
      // Before the body is read: whoever may not call should not be able to make us parse.
      onRequest: (request, reply) => admit(route, guards, request, reply),
      handler: async (request, reply) => {
        const recheck = async () => {
          await recognise(route, guards, request);
        };
        const call = {
          ...checkRequest(route, request),
          caller: request.caller,
          request,
          reply,
          closed: closedSignal(request.raw.socket),
          recheck,
        } as Call<typeof route>;
        const turns = isShared(call.caller) ? inTurnOfShared : inTurnOfCaller;
        const isBounded = waits && !route.upload && !route.stream;
        const answer = await inTurn(isBounded && turns, call, async () => {
          // A body, or the caller's turn, may be long in coming, and the session ended meanwhile.
          const tookTime = performance.now() - request.cameAt > slowCallMilliseconds;
          if (route.access !== 'public' && tookTime) await recheck();
          return handler(call);
        });
        if (call.caller && route.method !== 'GET') await guards.wrote(call.caller);
        // An answer that is a file or a stream is on its way already, or was cut off.
        if (reply.sent || reply.raw.headersSent) return reply;
        // Not sent here: whoever answers with the reply itself waits for all of it to be taken.
        reply.code(route.status);
        return answer;
      },
    });
  };
}

const bounds = {
  waitingOfOneKey: 200,
  refusal: () =>
    new AppError('too_many', errorText.tooManyWaiting, { headers: { 'retry-after': 1 } }),
};
/** Of the ten connections to the database one caller has three at a time, however much they ask. */
const inTurnOfCaller = createTurns({ atWorkOfOneKey: 3, ...bounds });
/** And one for all that is done together. */
const inTurnOfShared = createTurns({ atWorkOfOneKey: 50, ...bounds });

/**
 * Calls with a file take minutes, and streams hours, most of them without the database; both are
 * bounded by themselves.
 */
function inTurn<T>(
  turns: typeof inTurnOfCaller | false,
  { caller, closed }: Pick<Call<Route>, 'caller' | 'closed'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!caller || !turns) return work();
  return turns('id' in caller ? caller.id : caller.partner_id, work, closed);
}

async function admit(
  route: Route,
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.cameAt = performance.now();
  if (route.access === 'public') {
    const counted = await guards.visitor(addressOf(request), route);
    if (counted) enforce(counted, reply);
  } else {
    const { caller, counted } = await recognise(route, guards, request);
    nameInLog(request, caller);
    enforce(counted, reply);
    if (!mayCall(route, caller)) {
      throw new AppError('forbidden', errorText.insufficientPermissions);
    }
    request.caller = caller;
  }
  if (needsCsrf(route) && !guards.csrf.accepts(request.headers[headers.csrf])) {
    throw new AppError('forbidden', errorText.csrf);
  }
}

const slowCallMilliseconds = 2_000;

function mayCall(route: Route, caller: SessionCaller | ApiCaller): boolean {
  if (route.access === 'admin') return 'role' in caller && caller.role === 'admin';
  if (route.scope) return 'scopes' in caller && caller.scopes.includes(route.scope);
  return true;
}

function recognise(route: Route, guards: Guards, request: FastifyRequest) {
  if (route.access === 'api_token') {
    const token = request.headers[headers.apiToken];
    return guards.apiToken(typeof token === 'string' ? token.trim() : '');
  }
  const token = bearerToken(request);
  if (!token) throw new AppError('unauthorized', errorText.notSignedIn);
  const refreshToken = route.orRefreshToken && refreshTokenOf(request);
  return guards.session(token, route, visitorOf(request), refreshToken);
}

/** The access token that a call was made with. */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest) {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** One call ends a session, whatever has expired: the page that makes it may be gone before a second. */
function refreshTokenOf(request: FastifyRequest): string | undefined {
  const given = request.headers[headers.refreshToken];
  return typeof given === 'string' ? given : undefined;
}

function checkRequest(route: Route, request: FastifyRequest) {
  if (route.params && !route.params.safeParse(request.params).success) {
    throw new AppError('not_found', route.errors.not_found?.[0] ?? errorText.unknownPath);
  }
  return {
    params: request.params,
    query: route.query && checked(route.query, request.query),
    // A body that is left out lacks every field: the field messages say so best.
    body: route.body && checked(route.body, request.body ?? {}),
  };
}

function checked(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('invalid', errorText.notAnObject);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { '': wholeMessage, ...fields } = fieldMessages(result.error);
  const message = Object.values(fields)[0] ?? wholeMessage ?? errorText.notJson;
  throw new AppError('invalid', message, { details: { fields } });
}

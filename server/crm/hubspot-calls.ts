import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Budget } from './budget.ts';
import { isHubSpotsError, notHubSpots, readBody, withoutKey } from './hubspot-answers.ts';
import { HubSpotFault, HubSpotRefused } from './hubspot-errors.ts';
import { type ErrorReply, errorReply, refusalOf } from './hubspot-replies.ts';

export type CallerOptions = {
  baseUrl: string;
  token: string;
  budget: Budget;
  fetch?: typeof fetch;
  clock?: () => Date;
  chance?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  signal?: AbortSignal;
  /** Fewer where a person waits for the answer. */
  tries?: number;
};
export type Ask = ReturnType<typeof hubspotCaller>['call'];
export type Question = { method?: 'GET' | 'POST'; path: string; body?: object; isSearch?: boolean };

const usualTries = 7;
const answerMilliseconds = 15_000;
const pauses = { first: 200, longest: 5_000 };
/** As exact as the `Date` header is; less than that is not told from none. */
const exactMilliseconds = 1_500;

const waitFor = async (milliseconds: number, signal: AbortSignal) => {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal });
};

/** Why a call is made again: HubSpot is busy, or it is not known whether it did what it was asked. */
type Failure = { message: string; status?: number | undefined; cause?: unknown };

/**
 * Asks HubSpot, within its limits, and again where it is busy, broken or silent: every call that the
 * portal makes can be made twice. Answers with what the schema reads, throws HubSpotFault or
 * HubSpotRefused.
 */
export function hubspotCaller(options: CallerOptions) {
  const { budget, clock = () => new Date(), chance = Math.random, wait = waitFor } = options;
  const ask = options.fetch ?? fetch;
  let offset = 0;

  async function call<T>(question: Question, schema: z.ZodType<T>, signal = never): Promise<T> {
    const leaving = AbortSignal.any([signal, options.signal ?? never]);
    let failure: Failure = { message: 'HubSpot was not asked' };
    for (let tries = 0; tries < (options.tries ?? usualTries); tries++) {
      const pause = Math.min(pauses.first * 2 ** (tries - 1), pauses.longest);
      if (tries > 0) await wait(pause * (0.5 + chance() / 2), leaving);
      await wait(await budget.take(question.isSearch ? 'search' : 'other'), leaving);
      const outcome = await tryOnce(question, schema, leaving);
      if ('answer' in outcome) return outcome.answer;
      failure = outcome.failure;
    }
    const { message, status, cause } = failure;
    throw new HubSpotFault('unreachable', message, status, { cause });
  }

  async function tryOnce<T>(
    question: Question,
    schema: z.ZodType<T>,
    leaving: AbortSignal,
  ): Promise<{ answer: T } | { failure: Failure }> {
    let response: Response;
    let body: unknown;
    try {
      response = await send(question, leaving);
      body = await readBody(response, options.token);
    } catch (cause) {
      leaving.throwIfAborted();
      if (cause instanceof HubSpotFault) throw cause;
      return { failure: { message: withoutKey(whyUnreachable(cause), options.token), cause } };
    }
    await budget.learn(response.headers, response.ok);
    if (!response.ok) return { failure: await judge(response.status, body) };
    if (body === undefined) return { failure: { message: notHubSpots, status: response.status } };
    const read = schema.safeParse(body);
    if (read.success) return { answer: read.data };
    const message = `HubSpot answered ${question.path} with something else than expected`;
    return { failure: { message, status: response.status, cause: read.error } };
  }

  async function send({ method = 'POST', path, body }: Question, leaving: AbortSignal) {
    const sent = clock().getTime();
    const response = await ask(new URL(path, options.baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${options.token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      // Another address must not be handed the key.
      redirect: 'error',
      signal: AbortSignal.any([leaving, AbortSignal.timeout(answerMilliseconds)]),
    });
    const told = Date.parse(response.headers.get('date') ?? '');
    const measured = told + 500 - (sent + clock().getTime()) / 2;
    if (Number.isFinite(measured)) offset = Math.abs(measured) < exactMilliseconds ? 0 : measured;
    return response;
  }

  /** Throws what no further try would change. */
  async function judge(status: number, body: unknown): Promise<Failure> {
    const reply = errorReply.safeParse(body).data ?? errorReply.parse({});
    if (status === 429) {
      await budget.refused(reply.policyName ?? '');
      if (reply.policyName !== 'DAILY')
        return { message: 'HubSpot has no time for so many calls', status };
      throw new HubSpotFault('daily_limit', reply.message, status);
    }
    if (status >= 500 || status === 408 || status === 423)
      return { message: `HubSpot answered ${status}`, status };
    if (!isHubSpotsError(body)) return { message: `${notHubSpots} (${status})`, status };
    if (status === 401) throw new HubSpotFault('key_refused', reply.message, status);
    if (status === 403) throw new HubSpotFault('scope_missing', scopesOf(reply), status);
    // An object that is not there has a name; a call that is not there, as of a version that has ended, has none.
    if (status !== 404 || reply.category === 'OBJECT_NOT_FOUND')
      throw new HubSpotRefused(status, refusalOf(reply));
    return { message: `HubSpot does not know the call: ${reply.message}`, status };
  }

  return {
    call,
    /** What HubSpot's clock shows when the portal's shows this. */
    hubspotTime: (at: Date = clock()) => new Date(at.getTime() + offset),
  };
}

const never = new AbortController().signal;

function whyUnreachable(error: unknown): string {
  if (!(error instanceof Error)) return 'HubSpot cannot be reached';
  if (error.name === 'TimeoutError')
    return `HubSpot did not answer for ${answerMilliseconds / 1000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
  return `HubSpot cannot be reached: ${code}`;
}

function scopesOf({ message, errors }: ErrorReply): string {
  const scopes = errors.flatMap(({ context }) => {
    const named = (context as { requiredGranularScopes?: unknown } | undefined)
      ?.requiredGranularScopes;
    return Array.isArray(named) ? named.map(String) : [];
  });
  return scopes.length > 0 ? `The key lacks a scope: ${scopes.join(' or ')}` : message;
}

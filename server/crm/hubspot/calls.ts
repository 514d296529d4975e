import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { crmText } from '#contract/crm-text.ts';
import { readBody, withoutKey } from './answers.ts';
import type { Budget } from './budget.ts';
import { followClock } from './clock.ts';
import { HubSpotFault } from './errors.ts';
import { type Failure, judgeRefusal, readError, whyUnreachable } from './failures.ts';

export type CallerOptions = {
  baseUrl: string;
  token: string;
  budget: Budget;
  fetch?: typeof fetch;
  clock?: () => Date;
  chance?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Nobody is left who waits for an answer: calls end, but for a turn that is taken. */
  signal?: AbortSignal;
  /** Fewer where a person waits for the answer. */
  tries?: number;
};
export type Ask = ReturnType<typeof hubspotCaller>['call'];
export type Question = { method?: 'GET' | 'POST'; path: string; body?: object; isSearch?: boolean };

const usualTries = 7;
const answerMilliseconds = 15_000;
const pauses = { first: 200, longest: 5_000 };

const waitFor = async (milliseconds: number, signal: AbortSignal) => {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal });
};

/**
 * Asks HubSpot, within its limits, and again where it is busy, broken or silent: every call that the
 * portal makes can be made twice. Answers with what the schema reads, throws HubSpotFault or
 * HubSpotRefused.
 */
export function hubspotCaller(options: CallerOptions) {
  const { budget, clock = () => new Date(), chance = Math.random, wait = waitFor } = options;
  const ask = options.fetch ?? fetch;
  const hubspotClock = followClock(clock);

  async function call<T>(question: Question, schema: z.ZodType<T>, workEnds = never): Promise<T> {
    const leaving = AbortSignal.any([workEnds, options.signal ?? never]);
    let failure: Failure = { message: crmText.faults.notAsked };
    for (let tries = 0; tries < (options.tries ?? usualTries); tries++) {
      const pause = Math.min(pauses.first * 2 ** (tries - 1), pauses.longest);
      if (tries > 0) await wait(pause * (0.5 + chance() / 2), leaving);
      // Whoever is gone takes no turn, and waits for one that is taken: many who give up at once would
      // otherwise leave others to wait for turns in which nothing is asked. A portal that stops does not,
      // nor one whose work another process has taken over.
      leaving.throwIfAborted();
      await wait(await budget.take(question.isSearch ? 'search' : 'other'), workEnds);
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
      const why = whyUnreachable(cause, answerMilliseconds);
      return { failure: { message: withoutKey(why, options.token), cause } };
    }
    await budget.learn(response.headers, response.ok);
    if (response.status === 429) await budget.refused(readError(body).policyName ?? '');
    if (!response.ok) return { failure: judgeRefusal(response.status, body) };
    if (body === undefined)
      return { failure: { message: crmText.faults.notHubSpots, status: response.status } };
    const read = schema.safeParse(body);
    if (read.success) return { answer: read.data };
    const message = crmText.faults.unexpected(question.path);
    return { failure: { message, status: response.status, cause: read.error } };
  }

  async function send({ method = 'POST', path, body }: Question, leaving: AbortSignal) {
    const askedAt = clock().getTime();
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
    hubspotClock.learn(askedAt, response.headers);
    return response;
  }

  return { call, hubspotTime: hubspotClock.timeAt };
}

const never = new AbortController().signal;
// All calls that nothing ends wait on it.
setMaxListeners(0, never);

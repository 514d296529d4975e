import { crmText } from '#contract/crm-text.ts';
import { isHubSpotsError } from './answers.ts';
import { HubSpotFault, HubSpotRefused } from './errors.ts';
import { type ErrorReply, errorReply, refusalOf } from './replies.ts';

/** Why a call is made again: HubSpot is busy, or it is not known whether it did what it was asked. */
export type Failure = { message: string; status?: number | undefined; cause?: unknown };

/** Every part of it may be missing. */
export function readError(body: unknown): ErrorReply {
  return errorReply.safeParse(body).data ?? errorReply.parse({});
}

/** Throws what no further try would change. */
export function judgeRefusal(status: number, body: unknown): Failure {
  const reply = readError(body);
  if (status === 429) {
    if (reply.policyName !== 'DAILY') return { message: crmText.faults.busy, status };
    throw new HubSpotFault('daily_limit', reply.message, status);
  }
  if (status >= 500 || status === 408 || status === 423)
    return { message: crmText.faults.failed(status), status };
  if (!isHubSpotsError(body)) return { message: crmText.faults.notHubSpotsAs(status), status };
  if (status === 401) throw new HubSpotFault('key_refused', reply.message, status);
  if (status === 403) throw new HubSpotFault('scope_missing', scopesOf(reply), status);
  // An object that is not there has a name; a call that is not there, as of a version that has ended, has none.
  if (status !== 404 || reply.category === 'OBJECT_NOT_FOUND')
    throw new HubSpotRefused(status, refusalOf(reply));
  return { message: crmText.faults.unknownCall(reply.message), status };
}

function scopesOf({ message, errors }: ErrorReply): string {
  const scopes = errors.flatMap(({ context }) => {
    const named = (context as { requiredGranularScopes?: unknown } | undefined)
      ?.requiredGranularScopes;
    return Array.isArray(named) ? named.map(String) : [];
  });
  return scopes.length > 0 ? crmText.faults.scopeMissing(scopes) : message;
}

export function whyUnreachable(error: unknown, patienceMilliseconds: number): string {
  if (!(error instanceof Error)) return crmText.faults.unreachable;
  if (error.name === 'TimeoutError') return crmText.faults.silent(patienceMilliseconds / 1000);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
  return crmText.faults.unreachableAs(code);
}

import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiCaller, SessionCaller } from './callers.ts';

/** What the log says of a call. What is asked behind the `?` stays out: people search for people. */
function describe(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url.replace(/\?.*$/s, ''),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  };
}

export function withCallsDescribed(logger: Logger): Logger {
  return logger.child({}, { serializers: { req: describe } });
}

/** Puts who is calling into every further line of this call, whose log is its own. */
export function nameInLog(
  { log }: FastifyRequest,
  caller: Pick<SessionCaller, 'id'> | ApiCaller,
): void {
  const ids =
    'id' in caller
      ? { user_id: caller.id }
      : { user_id: caller.partner_id, token_id: caller.token_id };
  // Cheaper than another child of it for every call. Where nothing is logged there is nothing to add to.
  (log as Partial<Logger>).setBindings?.(ids);
}

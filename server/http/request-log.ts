import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** Puts who is calling into every further line of this call. */
export function nameInLog(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Pick<SessionCaller, 'id'> | ApiCaller,
): void {
  const ids =
    'id' in caller
      ? { user_id: caller.id }
      : { user_id: caller.partner_id, token_id: caller.token_id };
  request.log = request.log.child(ids);
  reply.log = request.log;
}

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorText, headers } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { isLocked } from '#server/db/short-transaction.ts';

/** What the framework refuses before a handler runs, in our words. */
const frameworkFaults: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid', message: errorText.notJson },
  // Of files: a path outside their folder, and conditions or ranges that do not fit.
  403: { code: 'not_found', message: errorText.unknownPath },
  412: { code: 'invalid', message: errorText.unreadable },
  416: { code: 'invalid', message: errorText.unreadable },
  406: { code: 'unsupported_media_type', message: errorText.mediaType },
  413: { code: 'too_large', message: errorText.bodyTooLarge },
  415: { code: 'unsupported_media_type', message: errorText.mediaType },
};

/** An address that the router cannot even read has nothing at it. */
const unroutable = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) {
    return new AppError('unavailable', errorText.unavailable, { headers: { 'retry-after': 5 } });
  }
  if (isLocked(error)) {
    return new AppError('unavailable', errorText.beingChanged, { headers: { 'retry-after': 5 } });
  }
  if ('code' in error && unroutable.has(String(error.code))) {
    return new AppError('not_found', errorText.unknownPath);
  }
  const status = Number('statusCode' in error ? error.statusCode : 500);
  const fault = frameworkFaults[status];
  if (fault) return new AppError(fault.code, fault.message);
  const isCallersFault = status >= 400 && status < 500;
  return isCallersFault
    ? new AppError('invalid', errorText.unreadable)
    : new AppError('internal', errorText.internal);
}

/** The only place where a failure becomes an answer; whatever is unknown is a masked 500. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = asAppError(error);
  // An address that cannot be read never passes the hook that sets this for every other answer.
  reply.header(headers.requestId, request.id);
  if (answer.status >= 500 && answer.isLogged) logFailure(error, request);
  reply.headers(answer.headers);
  reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: answer.message, ...answer.details });
}

/** A refusal of our own needs no stack: there would be one for every caller of a flood. */
function logFailure(error: FastifyError | Error, { log }: FastifyRequest): void {
  if (error instanceof AppError && !error.cause) log.warn(`Refused: ${error.message}`);
  else log.error({ err: error }, 'Request failed');
}

/** What is not even HTTP, or does not come, never reaches a route; it still gets an answer. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  refuseConnection(socket, isLate ? errorText.tooSlow : errorText.unreadable);
}

/** Whoever does not even take the answer. */
const goodbyeMilliseconds = 2_000;

/** Answers in the usual form where the framework cannot, and destroys the connection. */
export function refuseConnection(socket: Socket, text: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: text });
  // Whoever never closes their side, or takes nothing, would keep the socket for ever.
  const late = setTimeout(() => socket.destroy(), goodbyeMilliseconds);
  socket.once('close', () => clearTimeout(late));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${headers.requestId}: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}

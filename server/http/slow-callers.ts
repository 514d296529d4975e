import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { refuseConnection } from './errors.ts';
import type { Waits } from './waits.ts';

type Watched = {
  request: IncomingMessage;
  response: ServerResponse;
  /** A file is what it is answered with. */
  isDownload: boolean;
  /** In ticks since it was last looked at. */
  age: number;
  before: Look;
};
/** What has moved on its connection, and what the portal waits for the caller to send or to take. */
type Look = { moved: number; waitedFor: 'body or answer' | 'file' | 'nothing' };

/** Of the time in which the pace has to be kept: a call may have as much longer than it. */
const ticksOfOneLook = 10;

/**
 * Cuts off whoever sends a body, also one that was refused, or takes an answer more slowly than the
 * pace. One timer looks at all calls: most are over in milliseconds, and one for each of them cost more
 * than the watching.
 */
export function cutOffSlowCallers(app: FastifyInstance, { pace }: Waits): void {
  const calls = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    for (const call of calls) {
      if (++call.age > ticksOfOneLook) lookAt(call, pace);
      if (isOver(call)) calls.delete(call);
    }
    if (calls.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  app.addHook('onRequest', ({ raw: request, routeOptions }, { raw: response }, done) => {
    // A call that comes over no network has nothing to be counted.
    if (typeof request.socket.bytesRead === 'number') {
      const before: Look = { moved: movedBy(request), waitedFor: 'body or answer' };
      const isDownload = routeOptions.config.isDownload === true;
      const call = { request, response, isDownload, age: 0, before };
      calls.add(call);
      timer ??= setInterval(tick, pace.every / ticksOfOneLook).unref();
      // What of its body is still to come goes on being watched.
      response.once('close', () => isOver(call) && calls.delete(call));
    }
    done();
  });
}

const isOver = ({ request, response }: Watched) =>
  request.socket.destroyed || (request.complete && response.closed);

const movedBy = ({ socket }: IncomingMessage) =>
  socket.bytesRead + socket.bytesWritten - socket.writableLength;

function lookAt(call: Watched, pace: Waits['pace']): void {
  const { request, response, before } = call;
  const now: Look = { moved: movedBy(request), waitedFor: whatIsWaitedFor(call) };
  const isFile = before.waitedFor === 'file' && now.waitedFor === 'file';
  const isWaitedFor = before.waitedFor !== 'nothing' && now.waitedFor !== 'nothing';
  const isSlow = isWaitedFor && now.moved - before.moved < (isFile ? pace.fileBytes : pace.bytes);
  call.before = now;
  call.age = 0;
  if (isSlow) cutOff(request, response);
}

/** Not while what came is still unread, or nothing is on its way out: then the portal is the slow one. */
function whatIsWaitedFor({ request, response, isDownload }: Watched): Look['waitedFor'] {
  const forBody = !request.complete && request.readableLength === 0;
  // An answer has no socket while one to an earlier call of the connection is still to come.
  const forAnswer = response.socket !== null && response.writableLength > 0;
  if (forAnswer && isDownload) return 'file';
  return forBody || forAnswer ? 'body or answer' : 'nothing';
}

function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else refuseConnection(socket, errorText.tooSlow);
}

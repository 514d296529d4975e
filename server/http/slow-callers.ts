import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { refuseConnection } from './errors.ts';
import type { Waits } from './waits.ts';

/** Cuts off whoever sends a body, also one that was refused, or takes an answer more slowly than the pace. */
export function cutOffSlowCallers(app: FastifyInstance, { pace }: Waits): void {
  app.addHook('onRequest', (request, reply, done) => {
    watchPace(request.raw, reply.raw, pace);
    done();
  });
}

function watchPace(request: IncomingMessage, response: ServerResponse, pace: Waits['pace']): void {
  const { socket } = request;
  // A call that comes over no network has nothing to be counted.
  if (typeof socket.bytesRead !== 'number') return;
  const look = () => ({
    moved: socket.bytesRead + socket.bytesWritten - socket.writableLength,
    waitedFor: isWaitedFor(request, response),
  });
  let before = { ...look(), waitedFor: true };
  const timer = setInterval(() => {
    const now = look();
    const isSlow = before.waitedFor && now.waitedFor && now.moved - before.moved < pace.bytes;
    before = now;
    if (isSlow) cutOff(request, response);
    stopWhenOver();
  }, pace.every).unref();
  const stopWhenOver = () => {
    if (socket.destroyed || (request.complete && response.closed)) clearInterval(timer);
  };
  request.once('close', stopWhenOver);
  response.once('close', stopWhenOver);
}

/** Not while what came is still unread, or nothing is on its way out: then the portal is the slow one. */
function isWaitedFor(request: IncomingMessage, response: ServerResponse): boolean {
  const forBody = !request.complete && request.readableLength === 0;
  // An answer has no socket while one to an earlier call of the connection is still to come.
  const forAnswer = response.socket !== null && response.writableLength > 0;
  return forBody || forAnswer;
}

function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else refuseConnection(socket, errorText.tooSlow);
}

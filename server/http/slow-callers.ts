import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { refuseConnection } from './errors.ts';
import type { Waits } from './waits.ts';

type Watched = {
  request: IncomingMessage;
  response: ServerResponse;
  /** In ticks since it was last looked at. */
  age: number;
  before: { moved: number; waitedFor: boolean };
};

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
      if (++call.age > ticksOfOneLook) lookAt(call, pace.bytes);
      if (isOver(call)) calls.delete(call);
    }
    if (calls.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    // A call that comes over no network has nothing to be counted.
    if (typeof request.socket.bytesRead === 'number') {
      const before = { moved: movedBy(request), waitedFor: true };
      const call = { request, response, age: 0, before };
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

function lookAt(call: Watched, bytes: number): void {
  const { request, response, before } = call;
  const now = { moved: movedBy(request), waitedFor: isWaitedFor(request, response) };
  const isSlow = before.waitedFor && now.waitedFor && now.moved - before.moved < bytes;
  call.before = now;
  call.age = 0;
  if (isSlow) cutOff(request, response);
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

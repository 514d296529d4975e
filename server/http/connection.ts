import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';

const signals = new WeakMap<Socket, AbortSignal>();

/** Nobody is left to read it: what matters is that it is no fault of ours. */
const callerGone = () => new AppError('invalid', errorText.unreadable);

/** Where a call comes from; of a connection whose other end is gone the system knows no address. */
export function addressOf(request: FastifyRequest): string {
  const address: string | undefined = request.ip;
  if (address === undefined) throw callerGone();
  return address;
}

/**
 * Aborts when the connection is closed. Of the connection, not of one answer: where a caller sends
 * several calls without waiting for answers, only the first of those hears of it.
 */
export function closedSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  const { signal } = controller;
  // Every call that waits on this connection listens.
  setMaxListeners(0, signal);
  const abort = () => controller.abort(callerGone());
  if (socket.destroyed) abort();
  else socket.once('close', abort);
  signals.set(socket, signal);
  return signal;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/app-error.ts';

export type FileRules = {
  field: string;
  /** Beside the file: fields whose values are handed on with it, wherever in the body they stand. */
  textFields?: readonly string[];
  /** By its name: a file that is passed over, wherever it stands. */
  isIgnored?: (name: string) => boolean;
  maxBytes: number;
  /** Told of every piece of the file as it comes; with a refusal the rest is not received. */
  take: (bytes: number) => Error | undefined;
  texts: { noFile: string; oneFile: string; tooLarge: string; cutOff: string };
};

// Boundaries and part headers come on top of the file itself.
const envelopeBytes = 64 * 1024;

export function refuseDeclaredSize(request: FastifyRequest, rules: FileRules): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > rules.maxBytes + envelopeBytes) {
    throw new AppError('too_large', rules.texts.tooLarge);
  }
}

/**
 * Fails once more has arrived than the file may have, wherever in the body it is: before the first
 * part, after the last, or in parts that nobody asked for.
 */
export function overflow(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
): Promise<never> {
  const { socket } = request.raw;
  const most = socket.bytesRead + rules.maxBytes + envelopeBytes;
  return new Promise((_, reject) => {
    const watch = setInterval(() => {
      if (socket.bytesRead > most) reject(new AppError('too_large', rules.texts.tooLarge));
    }, 100);
    reply.raw.once('close', () => clearInterval(watch));
  });
}

/**
 * Fails once the connection is closed, also where that was before anybody listened: the parts of such
 * a body never come and never end, and whoever waits for them would wait for ever.
 */
export function callerGone(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new AppError('invalid', rules.texts.cutOff));
    if (request.raw.socket.destroyed) fail();
    else reply.raw.once('close', fail);
  });
}

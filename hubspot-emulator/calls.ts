import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './keys.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Handler<T> = (target: T, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Method, what follows the base, what the key must allow, and what is done. */
export type Call<T> = [Method, string, Access, Handler<T>];

/** Registers a table of calls; `open` finds what a call is about and checks that the key may. */
export function addCalls<T>(
  app: FastifyInstance,
  base: string,
  open: (request: FastifyRequest, access: Access) => T,
  calls: Call<T>[],
): void {
  for (const [method, path, access, run] of calls) {
    app.route({
      method,
      url: base + path,
      handler: async (request, reply) => run(open(request, access), request, reply),
    });
  }
}

export function nothing(reply: FastifyReply) {
  return reply.code(204).send();
}

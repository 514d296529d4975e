import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Written and compressed once, when it is first asked for: it is 100 KB and the same for everybody,
 * and the address that it names is known only once the portal listens.
 */
export function createDescriptionSender(describe: () => Record<string, unknown>) {
  let written: { api: Record<string, unknown>; plain: Buffer; packed: Buffer } | undefined;
  return (request: FastifyRequest, reply: FastifyReply): Record<string, unknown> => {
    written ??= write(describe());
    const { api, plain, packed } = written;
    const isPacked = acceptsGzip(request.headers['accept-encoding']);
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (isPacked) reply.header('content-encoding', 'gzip');
    // Else the framework would pack it once more for whoever it thinks accepts that.
    else request.headers['x-no-compression'] = 'true';
    reply.send(isPacked ? packed : plain);
    return api;
  };
}

function write(api: Record<string, unknown>) {
  const plain = Buffer.from(JSON.stringify(api));
  return { api, plain, packed: gzipSync(plain) };
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  const accepted = String(header ?? '').split(',');
  const [, quality] =
    accepted.map((entry) => /^\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(entry)).find(Boolean) ?? [];
  return accepted.some((entry) => /^\s*gzip\b/i.test(entry)) && Number(quality ?? 1) > 0;
}

import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Far more than is ever on its way to somebody who reads. */
const mostBytesLeftLying = 16 * 1024;

/** Writes and ends an answer of server-sent events, past everything that would hold it back. */
export function eventStreamOf({ raw }: FastifyReply) {
  return {
    write(text: string): 'taken' | 'left lying' {
      if (raw.destroyed || raw.writableLength > mostBytesLeftLying) return 'left lying';
      raw.write(text);
      return 'taken';
    },
    end(): void {
      if (raw.writableLength > 0) raw.destroy();
      else raw.end();
    },
  };
}

/**
 * From here on the answer is the stream's: nothing compresses it, which would keep each message back
 * until there are enough of them. Its connection ends with it, so that a portal that stops need not
 * wait for the next call on it.
 */
export function beginEventStream(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  reply.hijack();
  raw.on('error', () => undefined);
  raw.once('close', () => request.log.info({ responseTime: reply.elapsedTime }, 'stream ended'));
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream',
    connection: 'close',
    // Proxies that gather what they pass on would gather this for ever.
    'x-accel-buffering': 'no',
  });
  // Something, so that the browser knows that it is heard.
  raw.write(': welcome\n\n');
  if (request.method === 'HEAD') raw.end();
}

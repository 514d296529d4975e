import type { FastifyReply } from 'fastify';
import { type FileFormat, mediaTypes } from '#contract/protocol.ts';

/** Says what file is answered, and its name, in any script; the browser saves it by this name. */
export function asAttachment(reply: FastifyReply, name: string, format: FileFormat): FastifyReply {
  const charset = format === 'csv' ? '; charset=utf-8' : '';
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(mediaTypes[format] + charset);
}

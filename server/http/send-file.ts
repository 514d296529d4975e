import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { type FileFormat, mediaTypes } from '#contract/protocol.ts';

/** Says what file is answered, and its name, in any script; the browser saves it by this name. */
export function asAttachment(reply: FastifyReply, name: string, format: FileFormat): FastifyReply {
  const charset = format === 'csv' ? '; charset=utf-8' : '';
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(mediaTypes[format] + charset);
}

/**
 * Answers with a whole file, and is done when it has been sent or its reader is gone: the file may be
 * deleted the moment after.
 */
export async function sendFile(
  reply: FastifyReply,
  path: string,
  { name, format }: { name: string; format: FileFormat },
): Promise<void> {
  const { size } = await stat(path);
  const taken = finished(reply.raw).catch(() => undefined);
  // So that a reader can tell how much is still to come.
  reply.header('content-length', size);
  asAttachment(reply, name, format).send(createReadStream(path));
  await taken;
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { FileFormat } from '#contract/protocol.ts';
import { asAttachment } from './attachment.ts';

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
